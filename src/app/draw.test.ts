import { describe, expect, test } from 'vitest';
import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import { type AppConfig, type Deployment, defaultLimits } from '#contract/host.ts';
import type { DeliveredTally } from '#domain/first-screen/delivered-tally.ts';
import type { DeliveredResponse } from '#domain/first-screen/first-screen.ts';
import { exact } from '#domain/lists/claim.ts';
import type { TallyGroup } from '#domain/verdict/tally.ts';
import { draw, prepare } from './draw.tsx';

const deployment: Deployment = {
  slug: 'edge',
  name: 'Edge',
  baseUrl: 'deployments/edge',
  shownUrl: 'https://edge.example',
  demo: false,
  words: {},
};

const config: AppConfig = { deployments: [deployment], pollSeconds: 10, limits: defaultLimits };

interface AtHand {
  readonly answers: readonly DeliveredResponse[];
  readonly tallies: readonly DeliveredTally[];
}

async function drawn(atHand: AtHand, path = '/edge', settings = config): Promise<string> {
  return (await draw({ config: settings, basePath: '/ops', path, ...atHand })).markup;
}

function delivered(
  body: unknown,
  status = 200,
  headers: DeliveredResponse['headers'] = {},
  tallies: readonly DeliveredTally[] = withoutLists,
): AtHand {
  const url = 'deployments/edge/api/v2/status';
  return { answers: [{ url, status, headers, body: JSON.stringify(body) }], tallies };
}

/** A list in the cache of the host, since `heldMilliseconds`. */
function held(path: EndpointPath, groups: readonly TallyGroup[], heldMilliseconds = 0): DeliveredTally {
  const tally = { groups, claim: exact };
  return {
    slug: 'edge',
    path,
    tally,
    heldMilliseconds,
    ageSeconds: 0,
    lifetimeMilliseconds: 60_000,
    leftMilliseconds: 60_000,
  };
}

const withoutLists: readonly DeliveredTally[] = [...pathsOf('region'), ...pathsOf('node')].map((path) => ({
  ...held(path, []),
  tally: null,
}));

function document(components: readonly { name: unknown; status: unknown }[], status = 'operational') {
  return { status, version: 'v1', region: 'Oslo', updated_at: '2026-01-02T03:04:05Z', components };
}

function textOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, '');
}

const good = document([{ name: 'Cache', status: 'operational' }]);
const hostile = '"><img src=x style=color:red onerror=alert(1)><script>1</script>';

const named = (slug: string) => ({ ...deployment, slug, name: slug, baseUrl: `deployments/${slug}` });
const at = (slug: string, body: unknown): DeliveredResponse => ({
  url: `deployments/${slug}/api/v2/status`,
  status: 200,
  headers: {},
  body: JSON.stringify(body),
});

describe('the first screen of the status page', () => {
  test('shows the verdict, its evidence and a tile for each component', async () => {
    const html = await drawn(delivered(good));
    expect(html).toContain('aria-label="Overall status"');
    expect(html).toContain('>Operational</h1>');
    expect(html).toContain('<b>1 of 1</b>');
    expect(html.match(/<li class="tile /g)).toHaveLength(1);
    expect(html).toContain('data-freshness="fresh"');
    expect(html).not.toContain('>Since</dt>');
  });

  test('leads with the worst part and names it', async () => {
    const html = await drawn(
      delivered(
        document([
          { name: 'Cache', status: 'major_outage' },
          { name: 'API', status: 'operational' },
        ]),
      ),
    );
    expect(html).toContain('>Major outage</h1>');
    expect(html).toContain('data-severity="critical"');
    expect(html).toContain('>Since</dt>');
    expect(html).toContain('The document calls itself operational, yet 1 of 2 components is not');
  });

  test('shows the states of regions and nodes if the host has cached their lists', async () => {
    const regions = held('/api/v2/regions', [
      { code: 'fra1', name: 'Frankfurt', word: 'major_outage', count: 1 },
      { code: 'ams1', name: 'Amsterdam', word: 'operational', count: 1 },
    ]);
    const nodes = held('/api/v2/nodes', [{ code: 'ams1', name: null, word: 'operational', count: 9 }]);
    const html = await drawn(delivered(good, 200, {}, [regions, nodes]));
    expect(html).toContain('>Major outage</h1>');
    expect(textOf(html)).toContain('1 of 2 regions is not operational');
    expect(html).toContain('the status document says');
    // Cases in which a list is lost or was never read, so that it proves nothing.
    const unknown: readonly (readonly DeliveredTally[])[] = [
      [{ ...regions, heldMilliseconds: 3_600_000 }, nodes],
      [],
      [nodes],
    ];
    for (const lists of unknown) {
      const without = await drawn(delivered(good, 200, {}, lists));
      expect(without).toContain('height="40" aria-hidden="true" data-severity=');
      expect(without).not.toContain('height="40" aria-hidden="true" data-severity="ok"');
    }
  });

  test('of all deployments shows each verdict, worst first, and marks those not read', async () => {
    const bad = document([{ name: 'Cache', status: 'degraded_performance' }]);
    const settings = { ...config, deployments: [named('fine'), named('silent'), named('ill')] };
    const none = settings.deployments.flatMap(({ slug }) => withoutLists.map((list) => ({ ...list, slug })));
    const html = await drawn({ answers: [at('fine', good), at('ill', bad)], tallies: none }, '/', settings);
    expect(html.match(/(?<=>)(?:fine|silent|ill)(?=<\/span><\/a>)/g)).toEqual(['ill', 'silent', 'fine']);
    expect(textOf(html)).toMatch(/3 deployments.*1 degraded.*1 operational/);
    expect(html.match(/data-freshness="fresh"/g)).toHaveLength(2);
  });

  test('of all deployments shows the others if one sends an invalid status document', async () => {
    const settings = { ...config, deployments: [named('fine'), named('odd')] };
    const none = settings.deployments.flatMap(({ slug }) => withoutLists.map((list) => ({ ...list, slug })));
    const answers = [at('fine', good), at('odd', { error: 'x' })];
    const html = await drawn({ answers, tallies: none }, '/', settings);
    expect(textOf(html)).toMatch(/2 deployments.*1 operational/);
    expect(html.match(/data-freshness="fresh"/g)).toHaveLength(1);
    // Server rendering does not wait for more data.
    expect(html).not.toContain('awaited');
  });

  test('limits and isolates texts of the status document', async () => {
    const body = { ...document([]), region: '\u202Eolso', version: 'W'.repeat(3000) };
    const html = await drawn(delivered(body));
    expect(html).toContain('>‹U+202E›olso</bdi>');
    expect(html).toMatch(
      /<bdi data-verbatim="" translate="no" title="W{2000}" class="verbatim verbatim-long[^"]*">W{500}<\/bdi>/,
    );
  });

  test('escapes markup in texts of a deployment', async () => {
    const html = await drawn(delivered(document([{ name: hostile, status: hostile }], hostile)));
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;img');
  });

  test('shows rows instead of too many tiles, and leaves a long list to the app', async () => {
    const components = (count: number) =>
      document(Array.from({ length: count }, (_, index) => ({ name: `C${index}`, status: 'operational' })));
    const rows = async (count: number) =>
      (await drawn(delivered(components(count)))).match(/component-row/g)?.length ?? 0;
    expect(await Promise.all([rows(18), rows(19), rows(61)])).toEqual([0, 19, 0]);
    expect(textOf(await drawn(delivered(components(5_000))))).toContain('5,000 of 5,000');
  });

  test.each([
    ['no response in time', { answers: [], tallies: [] }],
    ['an endpoint that is not offered', delivered({}, 404)],
    ['an answer that is no status document', delivered(['operational'])],
    ['an answer that lay in a cache', delivered(document([]), 200, { age: '3600' })],
    ['an answer that would be late before it is taken away', delivered(document([]), 200, { age: '11' })],
  ])('claims nothing for %s', async (_case, answers) => {
    const html = await drawn(answers);
    expect(html).not.toMatch(/data-severity="(?!unvouched)/);
    expect(html).not.toContain('role="status"');
    expect(html).toContain('Edgewatch');
  });

  test('has only the frame after a render error', async () => {
    const words = new Proxy(
      {},
      {
        getOwnPropertyDescriptor: () => {
          throw new Error('broken');
        },
      },
    );
    const html = await drawn(delivered(good), '/edge', { ...config, deployments: [{ ...deployment, words }] });
    expect(html).toContain('aria-label="Pages"');
    expect(html).not.toContain('role="status"');
  });

  test('uses the version that is offered', async () => {
    const { answers, tallies } = delivered(good);
    const older = answers.map((answer) => ({ ...answer, url: 'deployments/edge/api/v1/status' }));
    const html = await drawn({ answers: [...delivered({}, 404).answers, ...older], tallies });
    expect(html).toContain('<span class="mono">/api/v1/status</span>');
  });
});

describe('the server-rendered frame', () => {
  test.each(['/edge', '/edge/nodes', '/edge/regions/fra1'])('links to every section from %s', async (path) => {
    const html = await drawn(delivered(good), path);
    for (const section of ['', '/regions', '/nodes', '/buckets', '/assets', '/applications', '/events'])
      expect(html).toContain(`href="/ops/edge${section}"`);
    expect(html).toContain('href="/ops/edge/wall"');
  });

  test('marks the current section', async () => {
    const current = async (path: string) =>
      /<a aria-current="page"[^>]*href="([^"]*)"/.exec(await drawn(delivered(good), path))?.[1];
    expect([await current('/edge'), await current('/edge/nodes')]).toEqual(['/ops/edge', '/ops/edge/nodes']);
  });

  test('shows no status of a page that is not read yet, except the mark beside the name', async () => {
    const html = await drawn(delivered(good), '/edge/nodes');
    expect(html).not.toContain('role="status"');
    expect(html.match(/data-severity/g)).toHaveLength(1);
    expect(html).not.toContain('<h1');
  });

  test('says on every page, later, that the scripts did not start', async () => {
    const count = async (path: string) =>
      (await drawn(delivered(good), path)).match(/class="host-drawn-expired/g)?.length;
    expect(await Promise.all(['/', '/edge', '/edge/nodes'].map(count))).toEqual([1, 1, 1]);
  });

  test('labels demo data', async () => {
    const demo = { ...config, deployments: [{ ...deployment, demo: true }] };
    expect(await drawn(delivered(good), '/edge/nodes', demo)).toContain('>demo<');
    expect(await drawn(delivered(good))).not.toContain('>demo<');
  });
});

test('a warm-up render leaves nothing behind', async () => {
  const words = async () => textOf(await drawn(delivered(good))).replaceAll(/\d+/g, '#');
  const before = await words();
  await prepare();
  expect(await words()).toBe(before);
});

describe('server-rendered markup', () => {
  const many = document(
    Array.from({ length: 30 }, (_, index) => ({
      name: `${hostile} ${index}`,
      status: index % 2 ? hostile : 'major_outage',
    })),
    hostile,
  );
  const cases: readonly (readonly [string, AtHand, string])[] = [
    ['a good service', delivered(good), '/edge'],
    ['hostile names in rows', delivered(many), '/edge'],
    ['hostile names in tiles', delivered({ ...many, components: many.components.slice(0, 5) }), '/edge'],
    ['a frame', { answers: [], tallies: [] }, '/edge/nodes'],
    ['all deployments', delivered(good), '/'],
  ];

  // The content security policy forbids style attributes.
  test.each(cases)('has no style attribute: %s', async (_case, atHand, path) => {
    const tags = (await drawn(atHand, path)).match(/<[^<>]*>/g) ?? [];
    expect(tags.length).toBeGreaterThan(20);
    expect(tags.filter((tag) => /\sstyle=/.test(tag.replaceAll(/"[^"]*"/g, '""')))).toEqual([]);
  });

  test.each(cases)(
    'shows a state only where the style sheet hides it in time: %s',
    async (_case, atHand, path) => {
      const html = await drawn(atHand, path);
      expect(html).toMatch(/^<div class="host-drawn">/);
      // For each open element: whether it has a freshness. Nothing outside such elements may have a severity.
      const open: boolean[] = [];
      const loose: string[] = [];
      for (const [tag, isEnd, name] of html.matchAll(/<(\/?)(\w+)(?:"[^"]*"|[^">])*>/g)) {
        if (isEnd) open.pop();
        else {
          if (tag.includes(' data-severity=') && !tag.includes('unvouched') && !open.includes(true))
            loose.push(tag);
          if (!/^(?:br|img|input|hr)$/.test(name ?? '') && !tag.endsWith('/>'))
            open.push(tag.includes(' data-freshness='));
        }
      }
      expect(open).toEqual([]);
      expect(loose).toEqual([]);
    },
  );

  test('has its styles as rules', async () => {
    const screen = { config, basePath: '', path: '/edge', ...delivered(good) };
    const { markup, styles } = await draw(screen);
    expect(styles).toMatch(/^(?:\[data-drawn="\w+"\]\{[^{}<]+\})+$/);
    expect(markup).toContain('data-drawn="0"');
  });

  test("hides times that need the screen's clock", async () => {
    const html = await drawn(delivered(good));
    const outside = html.replaceAll(/<(\w+)[^>]*by-screen-clock[^>]*>.*?<\/\1>/g, '');
    expect(textOf(html)).toMatch(/read 0\ss ago/);
    expect(textOf(outside)).not.toMatch(/\d\ss ago/);
  });
});
