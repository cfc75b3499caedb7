/** What the host requests without viewers, and the metrics about it. */

import { writeFile } from 'node:fs/promises';
import { startDouble } from '../servers/double.ts';
import { startHost } from '../support/hosts/host.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

async function metricsWith(url: string, line: RegExp): Promise<string> {
  let metrics = '';
  await expect
    .poll(async () => {
      metrics = await (await fetch(`${url}/metrics`)).text();
      return metrics;
    })
    .toMatch(line);
  return metrics;
}

const lastList = /edgewatch_looks_total\{deployment="edge",endpoint="\/api\/v1\/events",outcome="answer"\} 1/;

test('a service is polled without viewers, and viewers add no requests', async () => {
  const double = await startDouble(allOperational);
  const host = await startHost(['--base-url', `edge=${double.url}`], undefined, { EDGEWATCH_OBSERVE: 'all' });
  const metrics = await metricsWith(host.url, lastList);
  expect(metrics).toContain('edgewatch_verdict{deployment="edge",severity="ok"} 1');
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

test('endpoints outside the observation mode are not requested', async () => {
  const double = await startDouble(allOperational);
  const host = await startHost(['--base-url', `edge=${double.url}`, '--observe', 'status']);
  await metricsWith(host.url, /edgewatch_verdict\{deployment="edge",severity="ok"\} 1/);
  expect(new Set(double.log.map(({ path }) => path.split('/').at(-1)))).toEqual(new Set(['status']));
  await host.stop();
  await double.close();
});

test('metrics require the bearer token', async () => {
  const double = await startDouble(allOperational);
  const file = test.info().outputPath('edgewatch.json');
  const token = 'a-token-for-prometheus';
  await writeFile(
    file,
    JSON.stringify({ deployments: [{ slug: 'edge', baseUrl: double.url }], metrics: { token } }),
  );
  const host = await startHost(['--config', file]);
  const scrape = (headers: Record<string, string> = {}) => fetch(`${host.url}/metrics`, { headers });
  const unauthenticated = await scrape();
  expect(unauthenticated.status).toBe(401);
  expect(unauthenticated.headers.get('www-authenticate')).toBe('Bearer');
  expect(await unauthenticated.text()).not.toContain('edge"');
  expect((await scrape({ authorization: `Bearer ${token}x` })).status).toBe(401);
  const own = await scrape({ authorization: `Bearer ${token}` });
  expect(own.status).toBe(200);
  expect(own.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  await host.stop();
  await double.close();
});
