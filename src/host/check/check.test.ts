import { describe, expect, test } from 'vitest';
import { allPaths, type DoubleOptions, type Override, withDouble } from '../../../e2e/servers/double.ts';
import { component, list, rowsOf } from '../../../e2e/servers/edits.ts';
import { runCheck } from './check.ts';
import { report, told } from './test-reports.ts';

describe('a deployment that follows the document passes', () => {
  test.each<[string, DoubleOptions]>([
    ['with six endpoints of v1, unseen words and components', {}],
    ['with all ten endpoints', { offered: allPaths }],
    ['with nothing but a status document', { offered: ['/api/v2/status'], components: [] }],
    ['below a path', { basePath: '/tenant/one' }],
    ['with one item a page', { offered: allPaths, defaultLimit: 1, maximumLimit: 1 }],
    ['with everything on one page', { offered: allPaths, defaultLimit: 1000, maximumLimit: 1000 }],
    [
      'with nothing in its lists',
      {
        offered: allPaths,
        sizes: { buckets: 0, assets: 0, regions: 0, applications: 0, nodes: 0, events: 0 },
      },
    ],
    [
      'with one item in each list',
      {
        offered: allPaths,
        sizes: { buckets: 1, assets: 1, regions: 1, applications: 1, nodes: 1, events: 1 },
      },
    ],
  ])('%s', async (_name, options) => {
    await withDouble(options, async ({ url }) => {
      const checked = await report(url);
      expect(told(checked, 'fail')).toStrictEqual([]);
      expect(checked.passed).toBe(true);
      expect(new Set(checked.results.map(({ endpoint }) => endpoint))).toStrictEqual(
        new Set([...allPaths, 'deployment']),
      );
    });
  });

  test('what it does not offer and what the document does not show is information', async () => {
    await withDouble({}, async ({ url }) => {
      const checked = await report(url);
      expect(told(checked, 'not offered')).toStrictEqual(
        ['/api/v2/buckets', '/api/v2/regions', '/api/v2/nodes', '/api/v2/status'].map(
          (path) => `${path} the endpoint is offered: HTTP 404`,
        ),
      );
      expect(told(checked, 'not shown')).toEqual(
        expect.arrayContaining([
          '/api/v1/assets Cache-Control: sent: max-age=30 (without parameters)',
          '/api/v1/events default and maximum of `limit`: default 10; 1000 asked for is answered with 50',
          '/api/v1/nodes `data[].status` has other words than those observed: "wobbly", "OK", "rebooting"',
        ]),
      );
    });
  });

  test.each([404, 405, 410, 501])('HTTP %i means that an endpoint is not offered', async (status) => {
    await withDouble({}, async (server) => {
      server.set('/api/v1/events', { status });
      const checked = await report(server.url);
      expect(checked.passed).toBe(true);
      expect(told(checked, 'not offered')).toContain(`/api/v1/events the endpoint is offered: HTTP ${status}`);
    });
  });

  test('an unknown region may be refused: error responses are not shown', async () => {
    await withDouble({}, async (server) => {
      const path = '/api/v1/nodes';
      server.set(path, {
        edit: (body, query) => (query.get('region') === 'zzq0' ? { ...body, data: [] } : body),
      });
      expect((await report(server.url)).passed).toBe(true);
    });
  });

  test('items that appear between two answers are no contradiction', async () => {
    await withDouble({}, async (server) => {
      let answers = 0;
      const path = '/api/v1/events';
      server.set(path, {
        edit: (body) => {
          answers += 1;
          // Only one existed when the first question was asked.
          return answers === 1 ? list(rowsOf(body).slice(0, 1)) : body;
        },
      });
      expect(told(await report(server.url), 'fail')).toStrictEqual([]);
    });
  });
});

describe('limits of the check itself', () => {
  const limits = { requestMilliseconds: 10_000, checkMilliseconds: 60_000, bodyBytes: 1_000_000 };

  test.each<[string, Override, Partial<typeof limits>, string]>([
    ['an answer that does not come', { hold: true }, { requestMilliseconds: 50 }, 'no answer within 0.05 s'],
    [
      'a check that takes too long',
      { hold: true },
      { checkMilliseconds: 50 },
      'the check took longer than 0.05 s',
    ],
    ['a body without end', { body: 'x'.repeat(1_000_001) }, {}, 'the body is larger than 1000000 bytes'],
  ])('%s ends as a failure', async (_name, override, change, detail) => {
    await withDouble({ offered: ['/api/v1/status'] }, async (server) => {
      server.set('/api/v1/status', override);
      const { text, passed } = await runCheck(server.url, { json: false, limits: { ...limits, ...change } });
      expect(passed).toBe(false);
      expect(text).toContain(detail);
    });
  });

  test('asks GET only, at most five questions of an endpoint that behaves, and only documented parameters', async () => {
    await withDouble({ offered: allPaths }, async (server) => {
      await report(server.url);
      expect(new Set(server.log.map(({ method }) => method))).toStrictEqual(new Set(['GET']));
      for (const path of allPaths)
        expect(server.log.filter((request) => request.path === path).length).toBeLessThanOrEqual(5);
      expect(new Set(server.log.map(({ query }) => query))).toStrictEqual(
        new Set(['', '?limit=1', '?limit=1000', '?region=gra1', '?region=zzq0']),
      );
    });
  });

  test('a refused connection fails every endpoint in words', async () => {
    const url = await withDouble({}, async (server) => server.url);
    const { text, passed } = await runCheck(url, { json: false });
    expect(passed).toBe(false);
    expect(text).toContain('The deployment: 1 statement does not hold');
    expect(text).toContain('something of this API answers here  none of the 10 endpoints');
  });
});

describe('the table', () => {
  test('begins with what all endpoints fail by', async () => {
    const { text } = await runCheck('http://127.0.0.1:9', { json: false });
    expect(text.split('\n\n')[1]).toMatch(/^Nothing of this API answers there: .+\.$/);
    await withDouble({ offered: allPaths }, async ({ url }) => {
      expect((await runCheck(url, { json: false })).text).not.toContain('Nothing of this API');
    });
  });

  test('is grouped by endpoint, aligned, and ends with a summary', async () => {
    await withDouble({ offered: ['/api/v1/status'], components: [], status: 'operational' }, async (server) => {
      server.set('/api/v1/status', { edit: (body) => ({ ...body, version: 'v2' }) });
      const { text } = await runCheck(server.url, { json: false });
      expect(text.replace(server.url, 'URL')).toMatchInlineSnapshot(`
        "Check of URL against the API document

        GET /api/v2/buckets: not offered
          not offered  part 1          the endpoint is offered                              HTTP 404

        GET /api/v1/assets: not offered
          not offered  part 1          the endpoint is offered                              HTTP 404

        GET /api/v2/regions: not offered
          not offered  part 1          the endpoint is offered                              HTTP 404

        GET /api/v1/regions: not offered
          not offered  part 1          the endpoint is offered                              HTTP 404

        GET /api/v1/applications: not offered
          not offered  part 1          the endpoint is offered                              HTTP 404

        GET /api/v1/nodes: not offered
          not offered  part 1          the endpoint is offered                              HTTP 404

        GET /api/v2/nodes: not offered
          not offered  part 1          the endpoint is offered                              HTTP 404

        GET /api/v1/status: 1 statement does not hold
          pass         part 4          an offered endpoint answers 200
          pass         part 1          Content-Type is application/json
          pass         part 4          Cache-Control is no-store
          pass         part 1          the body is JSON
          pass         part 2          the body is a status document
          pass         part 2          \`status\` is a string
          pass         part 2          \`updated_at\` is a string, an ISO 8601 UTC timestamp
          FAIL         part 9          \`version\` is v1, the prefix of the path              version must be v1, the prefix of the path: "v2"
          pass         part 2          \`region\` is a string, a city and not a region code
          pass         part 4, rule 5  no \`object\` member
          pass         part 4, rule 5  no \`pagination\` member
          pass         part 2          \`components\` is an array of objects
          not shown    part 2          \`components[].name\` is a string                      no item was sent to see it by
          not shown    part 2          \`components[].status\` is a string                    no item was sent to see it by

        GET /api/v2/status: not offered
          not offered  part 1          the endpoint is offered                              HTTP 404

        GET /api/v1/events: not offered
          not offered  part 1          the endpoint is offered                              HTTP 404

        The deployment: as documented
          pass         part 4          something of this API answers here

        Failed: 12 statements hold, 1 do not; 9 endpoints are not offered, 2 lines are information."
      `);
    });
  });

  test('writes out what could act on a terminal', async () => {
    await withDouble({ offered: ['/api/v1/status'] }, async (server) => {
      server.set('/api/v1/status', { edit: component({ status: '\u001b[2Jgone\u202e\n' }) });
      const { text } = await runCheck(server.url, { json: false });
      expect(text).toContain(String.raw`"\u001b[2Jgone\u{202e}\n"`);
      server.set('/api/v1/status', { headers: { 'Content-Type': 'text/\u009bhtml' } });
      expect((await runCheck(server.url, { json: false })).text).toContain(String.raw`\u{9b}html`);
    });
  });
});
