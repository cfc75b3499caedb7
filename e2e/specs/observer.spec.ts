/** What the host reads while nobody looks, and what it tells of it. */

import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { startDouble } from '../servers/double.ts';
import { startHost } from '../support/host.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

/** The metrics of a host, once they hold a line. */
async function metricsWith(url: string, line: RegExp): Promise<string> {
  let told = '';
  await expect
    .poll(async () => {
      told = await (await fetch(`${url}/metrics`)).text();
      return told;
    })
    .toMatch(line);
  return told;
}

const lastList = /edgewatch_looks_total\{deployment="edge",endpoint="\/api\/v1\/events",outcome="answer"\} 1/;

test('a service is read while nobody looks, and viewers cost it nothing more', async () => {
  const double = await startDouble(allOperational);
  const host = await startHost(['--base-url', `edge=${double.url}`], undefined, { EDGEWATCH_OBSERVE: 'all' });
  const told = await metricsWith(host.url, lastList);
  expect(told).toContain('edgewatch_verdict{deployment="edge",severity="ok"} 1');
  const lists = () => double.log.filter(({ path }) => !path.endsWith('/status')).length;
  const before = lists();
  expect(before).toBeGreaterThan(3);
  const paths = [...new Set(double.log.map(({ path, query }) => `${path}${query}`))];
  await Promise.all(
    Array.from({ length: 50 }, () => paths.map((path) => fetch(`${host.url}/deployments/edge${path}`))).flat(),
  );
  expect(lists()).toBe(before);
  await fetch(`${host.url}/metrics`);
  expect(lists()).toBe(before);
  await host.stop();
  await double.close();
});

test('what it may not read it does not ask for', async () => {
  const double = await startDouble(allOperational);
  const host = await startHost(['--base-url', `edge=${double.url}`, '--observe', 'status']);
  await metricsWith(host.url, /edgewatch_verdict\{deployment="edge",severity="ok"\} 1/);
  expect(new Set(double.log.map(({ path }) => path.split('/').at(-1)))).toEqual(new Set(['status']));
  await host.stop();
  await double.close();
});

/** A place where messages are taken, or refused. */
async function startChat() {
  const taken: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const chat = { isOut: false, taken, url: '', close: () => server.close() };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (!chat.isOut) taken.push({ headers: request.headers, body });
    response.writeHead(chat.isOut ? 503 : 204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  chat.url = `http://127.0.0.1:${address.port}/hook`;
  return chat;
}

test('a verdict that held is told to a webhook, over a crash of the host too', async () => {
  const [double, chat] = [await startDouble(allOperational), await startChat()];
  const [file, data] = [test.info().outputPath('edgewatch.json'), test.info().outputPath('data')];
  const secret = 'sixteen-characters';
  const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: double.url }];
  const webhook = { url: chat.url, secret };
  await writeFile(file, JSON.stringify({ pollSeconds: 2, observe: 'all', deployments, webhook }));
  const start = () => startHost(['--config', file, '--data', data], undefined, { EDGEWATCH_OBSERVE: 'all' });
  const kept = () => readFile(`${data}/webhook.json`, 'utf8').catch(() => '');
  const first = await start();
  await expect.poll(kept, { timeout: 15_000 }).toContain('"edge":"ok"');
  chat.isOut = true;
  double.set('/api/v2/status', { edit: (body) => ({ ...body, status: 'major_outage' }) });
  await expect.poll(kept, { timeout: 15_000 }).toContain('"severity":"critical"');
  first.signal('SIGKILL');
  await first.ended;
  chat.isOut = false;
  const second = await start();
  await expect.poll(() => chat.taken.length, { timeout: 15_000 }).toBe(1);
  const [{ headers, body } = { headers: {}, body: '' }] = chat.taken;
  expect(JSON.parse(body)).toMatchObject({
    text: expect.stringContaining('Edge: major outage, was operational'),
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

test('the endpoints page sends a test message, and shows what was sent', async ({ page }) => {
  const [double, chat] = [await startDouble(allOperational), await startChat()];
  const file = test.info().outputPath('edgewatch.json');
  const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: double.url }];
  await writeFile(file, JSON.stringify({ deployments, webhook: { url: chat.url } }));
  const host = await startHost(['--config', file, '--data', test.info().outputPath('data')]);
  await page.goto(`${host.url}/edge/endpoints`);
  const panel = page.getByRole('region', { name: 'Webhook' });
  await expect(panel).toContainText('None has since the host was started.');
  chat.isOut = true;
  await panel.getByRole('button', { name: 'Send a test' }).click();
  const rows = panel.getByRole('table', { name: 'Messages to the webhook' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('A test message of Edgewatch.');
  await expect(rows.nth(1)).toContainText('not taken: it answers 503');
  // Once in a while: whoever presses it on and on does not flood a chat.
  await panel.getByRole('button', { name: 'Send a test' }).click();
  await expect(panel.getByRole('button', { name: 'Send a test' })).toBeEnabled();
  await expect(rows).toHaveCount(2);
  // No page of another site can send the header.
  expect((await fetch(`${host.url}/config/webhook/test`)).status).toBe(404);
  await host.stop();
  chat.close();
  await double.close();
});

test('metrics are for whoever bears the token', async () => {
  const double = await startDouble(allOperational);
  const file = test.info().outputPath('edgewatch.json');
  const token = 'a-token-for-prometheus';
  await writeFile(
    file,
    JSON.stringify({ deployments: [{ slug: 'edge', baseUrl: double.url }], metrics: { token } }),
  );
  const host = await startHost(['--config', file]);
  const ask = (headers: Record<string, string> = {}) => fetch(`${host.url}/metrics`, { headers });
  const stranger = await ask();
  expect(stranger.status).toBe(401);
  expect(stranger.headers.get('www-authenticate')).toBe('Bearer');
  expect(await stranger.text()).not.toContain('edge"');
  expect((await ask({ authorization: `Bearer ${token}x` })).status).toBe(401);
  const own = await ask({ authorization: `Bearer ${token}` });
  expect(own.status).toBe(200);
  expect(own.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  await host.stop();
  await double.close();
});
