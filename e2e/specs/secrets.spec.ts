/** H10: searches all output of the host for secrets of the configuration. */

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { allPaths } from '../servers/documented.ts';
import { startDouble } from '../servers/double.ts';
import { isOpensslThere, makeAuthority, whyNoOpenssl } from '../support/hosts/certificates.ts';
import { startSecure } from '../support/hosts/fronts.ts';
import { startHost } from '../support/hosts/host.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

/**
 * Texts that no output may contain: the secrets or their last words. Each is searched in every encoding in
 * use.
 */
const canaries = ['canary-text', 'canary-variable', 'canary-file', 'canary-proxy', 'canary-query'];

function findings(texts: Readonly<Record<string, string>>, more: readonly string[]): readonly string[] {
  const spellings = [...canaries, ...more].flatMap((text) => [text, Buffer.from(text).toString('base64')]);
  return Object.entries(texts).flatMap(([where, text]) =>
    spellings.filter((spelling) => text.includes(spelling)).map((spelling) => `${where}: ${spelling}`),
  );
}

test('H10: no secret of the configuration is in any response, page, log line, error or file', async ({
  page,
  request,
}) => {
  test.skip(!isOpensslThere, whyNoOpenssl);
  test.slow();
  const folder = test.info().outputPath('home');
  await mkdir(folder);
  const authority = makeAuthority(folder);
  const client = authority.sign('DNS:client');
  const double = await startDouble(allOperational);
  const front = await startSecure(double.url, authority.sign('IP:127.0.0.1'));
  await writeFile(`${folder}/token`, 'canary-file');
  const headers = {
    Authorization: 'Bearer canary-text',
    'X-Variable': 'Basic ${SECRET_OF_TEST}',
    'X-File': { file: 'token' },
  };
  const tls = { ca: { file: authority.file }, cert: client.cert, key: client.key };
  const deployments = [
    { slug: 'plain', baseUrl: double.url, headers },
    { slug: 'secure', baseUrl: front.origin, headers, tls },
    {
      slug: 'tunnel',
      baseUrl: 'https://edge.internal',
      headers,
      proxy: 'http://user:canary-proxy@127.0.0.1:9',
    },
  ];
  const file = `${folder}/edgewatch.jsonc`;
  await writeFile(file, JSON.stringify({ deployments }));
  const host = await startHost(['--config', file], undefined, {
    SECRET_OF_TEST: 'canary-variable',
    EDGEWATCH_LOG: 'trace',
  });
  const texts: Record<string, string> = {};
  page.on('response', (response) => {
    const read = async () => {
      texts[`headers of ${response.url()}`] = JSON.stringify(await response.allHeaders());
      texts[response.url()] = await response.text();
    };
    read().catch(() => undefined);
  });
  const read = async (address: string) => {
    const answer = await request.get(host.url + address);
    texts[`asked ${address}`] = `${JSON.stringify(answer.headers())} ${await answer.text()}`;
  };
  try {
    for (const address of [
      '/',
      '/plain',
      '/secure',
      '/secure/endpoints',
      '/tunnel',
      '/tunnel/endpoints',
      '/wall',
    ]) {
      await page.goto(host.url + address);
      await expect(page.getByRole('main')).toBeVisible();
      texts[`page ${address}`] = await page.content();
    }
    const own = ['/config.json', '/openapi.json', '/readyz', '/healthz', '/files.json', '/?token=canary-query'];
    const all = deployments.flatMap(({ slug }) => allPaths.map((path) => `/deployments/${slug}${path}`));
    for (const address of [...own, ...all]) await read(address);
    // The services repeat the headers that they receive in errors of every kind.
    const repeated = () => JSON.stringify(double.log.at(-1)?.headers);
    for (const override of [
      { status: 401, headers: { 'Retry-After': 'canary-text' } },
      { status: 302, headers: { Location: 'http://127.0.0.1/?key=canary-text' } },
      { headers: { 'Content-Type': 'text/html' }, body: () => `<title>canary-text ${repeated()}</title>` },
      { body: () => `canary-text ${repeated()}` },
      { drop: 'midway' },
    ] as const) {
      for (const path of allPaths) double.set(path, override);
      for (const address of all) await read(address);
    }
    await page.goto(`${host.url}/plain/endpoints`);
    texts['page of errors'] = await page.content();
    // Configurations with a mistake beside each secret, because an error message could quote the line.
    const wrong = deployments.map((deployment) => ({
      ...deployment,
      proxy: 'canary-proxy',
      tls: { key: 'canary-text' },
    }));
    await writeFile(file, JSON.stringify({ deployments: wrong, port: 'x' }));
    host.signal('SIGHUP');
    await expect.poll(() => host.written()).toContain('is refused');
    await read('/readyz');
    texts['browser storage'] = JSON.stringify(await page.evaluate(() => [localStorage, sessionStorage]));
  } finally {
    await page.close();
    expect(await host.stop()).toBe(0);
    await front.close();
    await double.close();
  }
  texts['log'] = host.written();
  for (const name of await readdir('dist', { recursive: true }))
    if (name.endsWith('.js') || name.endsWith('.map')) texts[name] = await readFile(`dist/${name}`, 'utf8');
  const key = client.key.split('\n')[1] ?? '';
  expect(double.log.some(({ headers: sent }) => sent['x-file'] === 'canary-file')).toBe(true);
  expect(double.log.some(({ headers: sent }) => sent['x-variable'] === 'Basic canary-variable')).toBe(true);
  expect(Object.keys(texts).length).toBeGreaterThan(100);
  expect(findings(texts, [key])).toEqual([]);
});
