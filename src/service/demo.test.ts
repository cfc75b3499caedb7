import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { decodeResponse } from '#contract/decode/response.ts';
import { type Endpoint, endpoints } from '#contract/endpoints.ts';
import { parseJson } from '#contract/json/parse.ts';
import { observedComponents } from '#contract/resources.ts';
import { cities } from './demo/cities.ts';
import { createDemo, type DemoDeployment, type DemoOptions } from './demo.ts';

const start = Date.parse('2026-11-20T12:00:00Z');

function fixedDemo(options: DemoOptions = {}) {
  return createDemo({ now: () => start, ...options });
}

async function request(deployment: DemoDeployment | undefined, path: string): Promise<Response> {
  if (!deployment) throw new Error('The demo has no such deployment.');
  return deployment.fetch(new Request(`http://demo.test${path}`));
}

async function fingerprint(options: DemoOptions): Promise<string> {
  const demo = fixedDemo(options);
  const digest = createHash('sha256');
  for (const deployment of demo.deployments)
    for (const { path } of endpoints) digest.update(await (await request(deployment, path)).text());
  demo.close();
  return digest.digest('hex');
}

test('the demo has four deployments, in order, with their endpoints', async () => {
  const demo = fixedDemo();
  const offered = await Promise.all(
    demo.deployments.map(async (deployment) => {
      const paths = await Promise.all(
        endpoints.map(async ({ path }) => ((await request(deployment, path)).ok ? [path.slice(5)] : [])),
      );
      return [deployment.slug, paths.flat().toSorted()];
    }),
  );
  expect(offered).toEqual([
    ['everything', endpoints.map(({ path }) => path.slice(5)).toSorted()],
    ['storage', ['v2/buckets', 'v2/nodes', 'v2/regions', 'v2/status']],
    ['edge', ['v1/assets', 'v1/nodes', 'v1/regions', 'v1/status']],
    ['platform', ['v1/applications', 'v1/events', 'v1/status']],
  ]);
  demo.close();
});

test('every response of every deployment follows the API document', async () => {
  const demo = fixedDemo();
  for (const deployment of demo.deployments)
    for (const endpoint of endpoints as readonly Endpoint[]) {
      const limit = endpoint.parameters.includes('limit') ? '?limit=1000' : '';
      const response = await request(deployment, endpoint.path + limit);
      if (!response.ok) continue;
      const { findings } = decodeResponse(endpoint, parseJson(await response.text()));
      expect([deployment.slug, endpoint.path, findings]).toEqual([deployment.slug, endpoint.path, []]);
    }
  demo.close();
});

test('the first deployment shows all components, the others a part, each from a different city', async () => {
  const demo = fixedDemo();
  const sites = await Promise.all(
    demo.deployments.map(async (deployment) => {
      const version1 = await request(deployment, '/api/v1/status');
      const response = version1.ok ? version1 : await request(deployment, '/api/v2/status');
      // An earlier test checks that the response is a status document.
      const body = (await response.json()) as { region: string; components: { name: string }[] };
      return { region: body.region, names: body.components.map(({ name }) => name) };
    }),
  );
  expect(sites[0]?.names).toEqual([...observedComponents]);
  const parts = sites.slice(1).flatMap(({ names }) => names);
  expect(new Set(parts)).toEqual(new Set(observedComponents));
  const names = new Set(cities.map(({ name }) => name));
  expect(sites.filter(({ region }) => !names.has(region))).toEqual([]);
  expect(new Set(sites.map(({ region }) => region)).size).toBe(4);
  demo.close();
});

test('two deployments are healthy, one is degraded and one in maintenance, from the first response on', async () => {
  const demo = fixedDemo();
  const states = await Promise.all(
    demo.deployments.map(async (deployment) => {
      const version1 = await request(deployment, '/api/v1/status');
      const response = version1.ok ? version1 : await request(deployment, '/api/v2/status');
      // An earlier test checks that the response is a status document.
      const body = (await response.json()) as {
        status: string;
        components: { name: string; status: string }[];
      };
      const others = body.components.filter(({ status }) => status !== 'operational');
      return [deployment.slug, body.status, ...others.map(({ name }) => name)];
    }),
  );
  expect(states).toEqual([
    ['everything', 'operational'],
    ['storage', 'operational'],
    ['edge', 'under_maintenance', 'Telemetry'],
    ['platform', 'degraded_performance', 'Webhooks'],
  ]);
  demo.close();
});

test('equal seed and start give equal bytes, another seed gives other bytes', async () => {
  const first = await fingerprint({ seed: 5 });
  expect(await fingerprint({ seed: 5 })).toBe(first);
  expect(await fingerprint({ seed: 6 })).not.toBe(first);
  expect(await fingerprint({ seed: 5, now: () => start + 1 })).not.toBe(first);
});

test('the demo moves with its clock after start and stops after close', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let clock = start;
  const demo = createDemo({ scale: 0.01, now: () => clock });
  const updatedAt = async (): Promise<unknown> => {
    const body: unknown = await (await request(demo.deployments[0], '/api/v2/status')).json();
    return Reflect.get(Object(body), 'updated_at');
  };
  const atStart = await updatedAt();
  clock += 9_000;
  expect(await updatedAt()).toBe(atStart);
  demo.start();
  demo.start();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(3_000);
  await vi.waitUntil(async () => (await updatedAt()) === '2026-11-20T12:00:09.000Z');
  demo.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
