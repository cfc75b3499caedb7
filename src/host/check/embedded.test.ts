import { afterAll, expect, test } from 'vitest';
import { createDemo } from '#service/demo.ts';
import { runCheck } from './check.ts';
import type { Report } from './report.ts';

const demo = createDemo();
afterAll(() => demo.close());

test.each(demo.deployments.map((deployment) => [deployment.slug, deployment] as const))(
  'the demo deployment %s follows the document',
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
