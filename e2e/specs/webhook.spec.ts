/** Messages of the host to webhook targets, and the state of the targets on its pages. */

import { createHmac } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { type Chat, startChat } from '../servers/chat.ts';
import { startDouble } from '../servers/double.ts';
import { startHost } from '../support/hosts/host.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

type Double = Awaited<ReturnType<typeof startDouble>>;

/** Sets the components and the overall status of a status document. */
function componentsOf(double: Double, states: Readonly<Record<string, string>>) {
  const status = Object.values(states).includes('major_outage') ? 'major_outage' : 'operational';
  const components = Object.entries(states).map(([name, word]) => ({ name, status: word }));
  double.set('/api/v2/status', { edit: (body) => ({ ...body, status, components }) });
}

test('a debounced verdict is sent to a webhook, even after a crash of the host', async () => {
  const [double, chat] = [await startDouble(allOperational), await startChat()];
  const [file, data] = [test.info().outputPath('edgewatch.json'), test.info().outputPath('data')];
  const secret = 'sixteen-characters';
  const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: double.url }];
  const webhook = { url: chat.url, secret };
  await writeFile(file, JSON.stringify({ pollSeconds: 2, observe: 'all', deployments, webhook }));
  const start = () => startHost(['--config', file, '--data', data], undefined, { EDGEWATCH_OBSERVE: 'all' });
  const readQueue = () => readFile(`${data}/webhook.json`, 'utf8').catch(() => '');
  const first = await start();
  await expect.poll(readQueue, { timeout: 15_000 }).toContain('"edge":{"severity":"ok"');
  chat.isOut = true;
  double.set('/api/v2/status', { edit: (body) => ({ ...body, status: 'major_outage' }) });
  await expect.poll(readQueue, { timeout: 15_000 }).toContain('"severity":"critical"');
  first.signal('SIGKILL');
  await first.ended;
  chat.isOut = false;
  const second = await start();
  await expect.poll(() => chat.accepted.length, { timeout: 15_000 }).toBe(1);
  const [{ headers, body } = { headers: {}, body: '' }] = chat.accepted;
  expect(JSON.parse(body)).toMatchObject({
    text: expect.stringMatching(/^Edge: major outage since \d\d:\d\d:\d\dZ/),
  });
  const signed = createHmac('sha256', secret)
    .update(`${String(headers['edgewatch-timestamp'])}.${body}`)
    .digest('hex');
  expect(headers['edgewatch-signature']).toBe(`sha256=${signed}`);
  expect(second.written()).not.toContain(chat.url);
  await second.stop();
  chat.close();
  await double.close();
});

test('a restart continues from the record: start times and vanished components', async () => {
  const [double, chat] = [await startDouble(allOperational), await startChat()];
  const [file, data] = [test.info().outputPath('edgewatch.json'), test.info().outputPath('data')];
  const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: double.url }];
  await writeFile(file, JSON.stringify({ pollSeconds: 2, deployments, webhook: { url: chat.url } }));
  const start = () => startHost(['--config', file, '--data', data], undefined, { EDGEWATCH_OBSERVE: 'all' });
  const readQueue = () => readFile(`${data}/webhook.json`, 'utf8').catch(() => '');
  const of = (host: Awaited<ReturnType<typeof start>>) => ({
    since: async () => (await fetch(`${host.url}/history/edge/since`)).json(),
    vanished: async () =>
      /edgewatch_components_vanished\S* (\d+)/.exec(await (await fetch(`${host.url}/metrics`)).text())?.[1],
  });
  /** Other messages are left out: on a busy machine a target also gets messages about late responses. */
  const changesOf = (key: string) =>
    chat.accepted
      .flatMap(({ body }) => JSON.parse(body).changes)
      .filter((change: { readonly key: string }) => change.key === key);
  componentsOf(double, { API: 'operational', DNS: 'operational', Old: 'operational' });
  const first = await start();
  await expect.poll(readQueue, { timeout: 15_000 }).toContain('"edge":{"severity":"ok"');
  componentsOf(double, { API: 'operational', DNS: 'operational' });
  await expect.poll(() => changesOf('Old').length, { timeout: 15_000 }).toBe(1);
  await expect.poll(of(first).vanished).toBe('1');
  const before = await of(first).since();
  expect(before.verdict).toMatchObject({ severity: 'vanished' });
  await first.stop();
  const stoppedAt = Date.now();
  componentsOf(double, { API: 'operational', DNS: 'degraded' });
  const second = await start();
  await expect.poll(() => changesOf('DNS').length, { timeout: 15_000 }).toBe(1);
  await expect.poll(of(second).vanished).toBe('1');
  const [change] = changesOf('DNS');
  expect(change).toMatchObject({ kind: 'component', severity: 'degraded', before: 'ok' });
  expect(Date.parse(change.notBefore)).toBeLessThanOrEqual(stoppedAt);
  expect(Date.parse(change.since)).toBeGreaterThanOrEqual(stoppedAt);
  expect(changesOf('Old')).toHaveLength(1);
  const after = await of(second).since();
  const dns = after.data.find(({ key }: { readonly key: string }) => key === 'DNS');
  // The two times are from the clocks of two threads, which differ by milliseconds.
  for (const [reported, recorded] of [
    [change.since, dns.from],
    [change.notBefore, dns.notBefore],
  ])
    expect(Math.abs(Date.parse(reported) - Date.parse(recorded))).toBeLessThan(500);
  await second.stop();
  chat.close();
  await double.close();
});

test('each component that breaks or recovers is reported to each target by its own rules', async () => {
  const [double, all, severe, dead] = [
    await startDouble(allOperational),
    await startChat(),
    await startChat(),
    await startChat(),
  ];
  dead.isOut = true;
  componentsOf(double, { Edge: 'major_outage', API: 'operational' });
  const [file, data] = [test.info().outputPath('edgewatch.json'), test.info().outputPath('data')];
  await writeFile(
    file,
    JSON.stringify({
      pollSeconds: 2,
      publicUrl: 'https://dash.test/',
      deployments: [{ slug: 'store', name: 'Big store', baseUrl: double.url }],
      webhook: { url: all.url },
      webhooks: [
        { name: 'severe', url: severe.url, minimumSeverity: 'critical', secret: 'sixteen-characters' },
        { name: 'dead', url: dead.url, deployments: ['store'] },
      ],
    }),
  );
  const host = await startHost(['--config', file, '--data', data], undefined, { EDGEWATCH_OBSERVE: 'all' });
  const readQueue = () => readFile(`${data}/webhook.json`, 'utf8').catch(() => '');
  await expect.poll(readQueue, { timeout: 15_000 }).toContain('"component Edge":"critical"');
  componentsOf(double, { Edge: 'major_outage', API: 'degraded' });
  await expect.poll(() => all.accepted.length, { timeout: 15_000 }).toBe(1);
  componentsOf(double, { Edge: 'major_outage', API: 'major_outage' });
  await expect.poll(() => all.accepted.length, { timeout: 15_000 }).toBe(2);
  componentsOf(double, { Edge: 'major_outage', API: 'operational' });
  await expect.poll(() => all.accepted.length, { timeout: 15_000 }).toBe(3);
  const texts = ({ accepted }: Chat) =>
    accepted.map(({ body }) => JSON.parse(body).text.replace(/[\d:]{8}Z/, 'T'));
  expect(texts(all)).toEqual([
    'Big store: API degraded since T https://dash.test/store',
    'Big store: API major outage since T, was degraded https://dash.test/store',
    'Big store: API operational since T, was major outage https://dash.test/store',
  ]);
  await expect.poll(() => severe.accepted.length).toBe(2);
  expect(texts(severe)).toEqual(texts(all).slice(1));
  expect(severe.accepted[0]?.headers['edgewatch-signature']).toMatch(/^sha256=/);
  expect(all.accepted[0]?.headers['edgewatch-signature']).toBeUndefined();
  const [change] = JSON.parse(all.accepted[1]?.body ?? '').changes;
  expect(change).toMatchObject({ kind: 'component', key: 'API', word: 'major_outage', severity: 'critical' });
  expect(Date.parse(change.notBefore)).toBeLessThan(Date.parse(change.since));
  const state = await (await fetch(`${host.url}/config/webhook.json`)).json();
  expect(state.targets).toEqual([
    { name: 'Webhook', waiting: 0 },
    { name: 'severe', waiting: 0 },
    { name: 'dead', waiting: 3 },
  ]);
  await host.stop();
  for (const chat of [all, severe, dead]) chat.close();
  await double.close();
});

test('a damaged queue file is quarantined and logged, and a muted deployment has a notice only on its own pages', async ({
  page,
}) => {
  const [double, chat] = [await startDouble(allOperational), await startChat()];
  componentsOf(double, { API: 'operational' });
  const [file, data] = [test.info().outputPath('edgewatch.json'), test.info().outputPath('data')];
  await mkdir(data);
  await writeFile(`${data}/webhook.json`, '{"reported":');
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const configured = (mute: readonly object[]) =>
    writeFile(
      file,
      JSON.stringify({
        pollSeconds: 2,
        deployments: ['edge', 'store'].map((slug) => ({ slug, name: slug, baseUrl: double.url })),
        webhook: { url: chat.url },
        mute,
      }),
    );
  await configured([
    { deployments: ['store'], from: '2026-01-01T00:00:00Z', to: until, reason: 'Planned work on racks' },
  ]);
  const host = await startHost(['--config', file, '--data', data], undefined, { EDGEWATCH_OBSERVE: 'all' });
  const readQueue = () => readFile(`${data}/webhook.json`, 'utf8').catch(() => '');
  await expect.poll(readQueue, { timeout: 15_000 }).toMatch(/"edge":.*"store":|"store":.*"edge":/);
  expect(host.written()).toContain(
    'webhook.json cannot be read (it is not JSON): it is kept as webhook.json.aside-',
  );
  const movedAway = (await readdir(data)).filter((name) => name.startsWith('webhook.json.aside-'));
  expect(await readFile(`${data}/${movedAway[0]}`, 'utf8')).toBe('{"reported":');
  componentsOf(double, { API: 'major_outage' });
  await expect.poll(() => chat.accepted.length, { timeout: 15_000 }).toBe(1);
  expect(JSON.parse(chat.accepted[0]?.body ?? '')).toMatchObject({ deployment: 'edge' });
  const notice = page.getByRole('complementary', { name: 'Muted messages' });
  const end = `${until.slice(11, 16)}: Planned work on racks`;
  await page.goto(`${host.url}/store`);
  await expect(notice).toContainText('Messages are muted until');
  await expect(notice).toContainText(end);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${host.url}/`);
  await expect(notice).toContainText('Messages about store are muted until');
  await page.goto(`${host.url}/edge/endpoints`);
  await expect(page.getByRole('region', { name: 'Webhook' })).toBeVisible();
  await expect(notice).toBeHidden();
  // The outage lasts longer than the mute window of the configuration.
  await configured([]);
  host.signal('SIGHUP');
  await expect.poll(() => chat.accepted.length, { timeout: 15_000 }).toBe(2);
  expect(JSON.parse(chat.accepted[1]?.body ?? '').text).toMatch(/^store: API major outage since /);
  // Closes the page before its host, because it may still be loading parts.
  await page.close();
  await host.stop();
  chat.close();
  await double.close();
});

test('the endpoints page sends a test message, and shows what was sent', async ({ page }) => {
  const [double, chat] = [await startDouble(allOperational), await startChat()];
  const file = test.info().outputPath('edgewatch.json');
  const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: double.url }];
  await writeFile(file, JSON.stringify({ deployments, webhook: { url: chat.url } }));
  const host = await startHost(['--config', file, '--data', test.info().outputPath('data')]);
  await page.goto(`${host.url}/edge/endpoints`);
  const panel = page.getByRole('region', { name: 'Webhook' });
  await expect(panel).toContainText('None sent since the host started.');
  chat.isOut = true;
  await panel.getByRole('button', { name: 'Send a test' }).click();
  const rows = panel.getByRole('table', { name: 'Messages to the webhook' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('A test message from Edgewatch.');
  await expect(rows.nth(1)).toContainText('not accepted: it answers 503');
  // Test messages have a minimum interval, so that repeated presses do not flood a chat.
  await panel.getByRole('button', { name: 'Send a test' }).click();
  await expect(panel.getByRole('button', { name: 'Send a test' })).toBeEnabled();
  await expect(rows).toHaveCount(2);
  // The host requires a header that pages of other sites cannot send.
  expect((await fetch(`${host.url}/config/webhook/test`)).status).toBe(404);
  await host.stop();
  chat.close();
  await double.close();
});
