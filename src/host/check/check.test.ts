import { describe, expect, test, vi } from 'vitest';
import { allPaths, type DoubleOptions, type Override, withDouble } from '#e2e/servers/double.ts';
import { component, field, list, rowsOf } from '#e2e/servers/edits.ts';
import { report, told } from '#testing/check-reports.ts';
import { runCheck } from './check.ts';

describe('a deployment that follows the API document passes', () => {
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

  test('absent endpoints and undocumented facts are information', async () => {
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
          '/api/v1/events default and maximum of `limit`: default 10; 1000 requested gives 50',
        ]),
      );
    });
  });

  test('words that the API document does not list come with what the dashboard does with them', async () => {
    await withDouble({}, async (server) => {
      server.set('/api/v1/nodes', { edit: field('status', 'down') });
      const listed = 'has words that the API document does not list: the dashboard shows';
      expect(told(await report(server.url), 'not shown')).toEqual(
        expect.arrayContaining([
          `/api/v1/nodes \`data[].status\` ${listed} "down" as critical; "wobbly" as unknown, in quotes (see "words" in the configuration); "OK" as assumed good; "rebooting" as a notice`,
          `/api/v1/events \`data[].source\` ${listed} "pigeon" as sent`,
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

  test('an unknown region may be refused: error responses are undocumented', async () => {
    await withDouble({}, async (server) => {
      const path = '/api/v1/nodes';
      server.set(path, {
        edit: (body, query) => (query.get('region') === 'zzq0' ? { ...body, data: [] } : body),
      });
      expect((await report(server.url)).passed).toBe(true);
    });
  });

  test('rows that appear between two responses are no contradiction', async () => {
    await withDouble({}, async (server) => {
      let responses = 0;
      const path = '/api/v1/events';
      server.set(path, {
        edit: (body) => {
          responses += 1;
          // At the first request only one row existed.
          return responses === 1 ? list(rowsOf(body).slice(0, 1)) : body;
        },
      });
      expect(told(await report(server.url), 'fail')).toStrictEqual([]);
    });
  });
});

describe('information that is no failure', () => {
  const later = (body: Record<string, unknown>, more: object) => ({ ...body, ...more });

  test.each<[string, string, Override, string]>([
    [
      'a byte order mark',
      '/api/v1/nodes',
      { body: (text) => `\u{feff}${text}` },
      '/api/v1/nodes a byte order mark before the JSON: sent (without parameters)',
    ],
    [
      'fields, members and members of pagination that are not named',
      '/api/v1/nodes',
      {
        edit: (body, query) =>
          later(Object(field('tier', 'gold')(body, query)), {
            next: null,
            pagination: { ...Object(body['pagination']), cursor: 'x' },
          }),
      },
      '/api/v1/nodes members that the API document does not name: data[].tier, pagination.cursor, next',
    ],
    [
      'members of a status document and its components',
      '/api/v1/status',
      { edit: (body, query) => later(Object(component({ since: 1 })(body, query)), { page: {} }) },
      '/api/v1/status members that the API document does not name: page, components[].since',
    ],
    [
      'integers beyond 2^53',
      '/api/v1/events',
      { body: (text) => text.replace(/"count":\d+,"source"/, '"count":9007199254740993,"source"') },
      '/api/v1/events integers beyond 2^53, which many clients round: data[].count: 9007199254740993',
    ],
    [
      'more in Cache-Control',
      '/api/v1/nodes',
      { headers: { 'Cache-Control': 'max-age=60, public, stale-while-revalidate=30' } },
      '/api/v1/nodes Cache-Control has directives that the API document does not show: max-age=60, public, stale-while-revalidate=30 (without parameters)',
    ],
  ])('%s', async (_name, path, override, line) => {
    await withDouble({}, async (server) => {
      server.set(path, override);
      const checked = await report(server.url);
      expect(told(checked, 'fail')).toStrictEqual([]);
      expect(checked.passed).toBe(true);
      expect(told(checked, 'not shown')).toContain(line);
    });
  });

  test.each([
    [
      'ahead',
      3_600_000,
      /^deployment the clock of the service is off: (?:3599|3600) s ahead of this machine's, by Date and Age$/m,
    ],
    [
      'behind',
      -60_000,
      /^deployment the clock of the service is off: (?:59|60) s behind this machine's, by Date and Age$/m,
    ],
  ])('a clock that is %s', async (_name, milliseconds, line) => {
    await withDouble({ now: () => Date.now() + milliseconds }, async (server) => {
      server.set('/api/v1/events', { status: 404, headers: { Date: new Date().toUTCString() } });
      const checked = await report(server.url);
      expect(checked.passed).toBe(true);
      expect(told(checked, 'not shown').join('\n')).toMatch(line);
    });
  });

  test('a slow response', async () => {
    await withDouble({ offered: ['/api/v1/status'] }, async (server) => {
      let time = 0;
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => (time += 700));
      const checked = await report(server.url);
      clock.mockRestore();
      expect(checked.passed).toBe(true);
      expect(told(checked, 'not shown').join('\n')).toMatch(
        /^\/api\/v1\/status a response that took longer than 1 s: \d+\.\d s$/m,
      );
    });
  });

  test('nothing if there is nothing to report', async () => {
    await withDouble({ offered: allPaths }, async ({ url }) => {
      const lines = told(await report(url), 'not shown').join('\n');
      expect(lines).not.toMatch(/byte order|does not name|beyond|says more|longer than|clock/);
    });
  });
});

test('headers are sent with every request, and masked in what repeats them', async () => {
  await withDouble({ offered: ['/api/v1/status'] }, async (server) => {
    const secret = 'Bearer 0123456789abcdef';
    server.set('/api/v1/status', { edit: (body) => ({ ...body, version: `you sent ${secret}` }) });
    const { text } = await runCheck(server.url, { json: false, headers: { Authorization: secret } });
    expect(new Set(server.log.map(({ headers }) => headers.authorization))).toStrictEqual(new Set([secret]));
    expect(text).toContain('"you sent [secret]"');
    expect(text).not.toContain('0123456');
  });
});

describe('limits of the check itself', () => {
  const limits = { requestMilliseconds: 10_000, checkMilliseconds: 60_000, bodyBytes: 1_000_000 };

  test.each<[string, Override, Partial<typeof limits>, string]>([
    ['an answer that does not come', { hold: true }, { requestMilliseconds: 50 }, 'no response within 0.05 s'],
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

  test('sends GET only, at most five requests per good endpoint, with documented parameters only', async () => {
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

  test('a refused connection fails every endpoint with the reason', async () => {
    const url = await withDouble({}, async (server) => server.url);
    const { text, passed } = await runCheck(url, { json: false });
    expect(passed).toBe(false);
    expect(text).toContain('The deployment: 1 check failed');
    expect(text).toContain('an endpoint of this API answers here  none of the 10 endpoints');
  });
});

describe('the table', () => {
  test('begins with the common reason if all endpoints fail', async () => {
    const { text } = await runCheck('http://127.0.0.1:9', { json: false });
    expect(text.split('\n\n')[1]).toMatch(/^No endpoint of this API responds there: .+\.$/);
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

        GET /api/v1/status: 1 check failed
          pass         part 4          an offered endpoint returns 200
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
          info         part 2          \`components[].name\` is a string                      no item was sent to test it with
          info         part 2          \`components[].status\` is a string                    no item was sent to test it with

        GET /api/v2/status: not offered
          not offered  part 1          the endpoint is offered                              HTTP 404

        GET /api/v1/events: not offered
          not offered  part 1          the endpoint is offered                              HTTP 404

        The deployment: as documented
          pass         part 4          an endpoint of this API answers here

        Failed: 12 checks passed, 1 failed; 9 endpoints are not offered, 2 lines are for information."
      `);
    });
  });

  test('escapes what could act on a terminal', async () => {
    await withDouble({ offered: ['/api/v1/status'] }, async (server) => {
      server.set('/api/v1/status', { edit: component({ status: '\u001b[2Jgone\u202e\n' }) });
      const { text } = await runCheck(server.url, { json: false });
      expect(text).toContain(String.raw`"\u001b[2Jgone\u{202e}\n"`);
      server.set('/api/v1/status', { headers: { 'Content-Type': 'text/\u009bhtml' } });
      expect((await runCheck(server.url, { json: false })).text).toContain(String.raw`\u{9b}html`);
    });
  });
});
