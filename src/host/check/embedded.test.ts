import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createDemo } from '#service/demo.ts';
import { runCheck } from './check.ts';
import type { Report } from './report.ts';

const demo = createDemo();
afterAll(() => demo.close());

test.each(demo.deployments.map((deployment) => [deployment.slug, deployment] as const))(
  'H26 the demo deployment %s passes the same check as any other',
  async (slug, deployment) => {
    const { text } = await runCheck(`http://${slug}.demo`, {
      json: true,
      fetch: async (input, init) => deployment.fetch(new Request(input, init)),
    });
    const { passed, results, counts }: Report = JSON.parse(text);
    expect(results.filter(({ verdict }) => verdict === 'fail')).toStrictEqual([]);
    expect(passed).toBe(true);
    expect(counts.pass).toBeGreaterThan(40);
  },
);

/**
 * Parameters that could switch on a fault. The test servers have such a parameter; the embedded service must
 * have none.
 */
const switches = ['fault', 'mode', 'delay', 'status', 'debug', 'test'] as const;

test('H26 no parameter, header or path switches a fault on', async () => {
  const [deployment] = demo.deployments;
  const ask = async (target: string, headers = {}) =>
    deployment?.fetch(new Request(`http://demo.test${target}`, { headers }));
  for (const { path } of endpoints) {
    const plain = await ask(path);
    const { status = 0 } = plain ?? {};
    for (const name of switches) {
      expect((await ask(`${path}?${name}=503`))?.status, `${path}?${name}`).toBe(status === 200 ? 400 : status);
      const parameters = await ask(path, {
        [`x-${name}`]: '503',
        [`edgewatch-${name}`]: '503',
        cookie: `${name}=503`,
      });
      expect(parameters?.status, `${path} ${name}`).toBe(status);
      expect(parameters?.headers.get('cache-control')).toBe(plain?.headers.get('cache-control'));
    }
  }
  for (const name of switches) expect((await ask(`/${name}`))?.status).toBe(404);
});

test('H26 no shipped code reads a test switch', () => {
  const root = new URL('../../', import.meta.url);
  const readers = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^testing\//.test(path))
    .filter((path) =>
      /process\.env|import\.meta\.env|NODE_ENV|VITEST/.test(readFileSync(new URL(path, root), 'utf8')),
    );
  // These modules read the folder of the app; flags, log level and token; and the proxy variables.
  expect(readers.toSorted()).toEqual(['app/delivered/base.ts', 'host/cli/edgewatch.ts', 'host/net/network.ts']);
});
