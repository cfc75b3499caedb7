import { describe, expect, test } from 'vitest';
import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import { defaultVerdictSettings } from '#contract/host.ts';
import { exact } from '#domain/lists/claim.ts';
import type { DeliveredTally } from '#domain/verdict/delivered-tally.ts';
import type { TallyGroup } from '#domain/verdict/tally.ts';
import type { DeliveredAnswer } from './delivery.ts';
import { type AtHand, drawFirstSight } from './host-drawn.ts';

const deployment = { name: 'Edge', demo: false, words: {}, verdict: defaultVerdictSettings };

function delivered(
  body: unknown,
  status = 200,
  headers: DeliveredAnswer['headers'] = {},
  tallies: readonly DeliveredTally[] = withoutLists,
): AtHand {
  const url = 'deployments/edge/api/v1/status';
  return { answers: [{ url, status, headers, body: JSON.stringify(body) }], tallies };
}

/** A list that its host holds, of a good and a bad row. */
function held(path: EndpointPath, groups: readonly TallyGroup[], heldMilliseconds = 0): DeliveredTally {
  const tally = { groups, claim: exact };
  return { slug: 'edge', path, tally, heldMilliseconds, ageSeconds: 0, lifetimeMilliseconds: 60_000 };
}

const withoutLists: readonly DeliveredTally[] = [...pathsOf('region'), ...pathsOf('node')].map((path) => ({
  ...held(path, []),
  tally: null,
}));

function document(components: readonly { name: unknown; status: unknown }[], status = 'operational') {
  return { status, version: 'v1', region: 'Oslo', updated_at: '2026-01-02T03:04:05Z', components };
}

describe('the first sight of the status page', () => {
  test('shows the verdict, its evidence and a tile for each component', () => {
    const html = drawFirstSight(
      deployment,
      true,
      delivered(document([{ name: 'Cache', status: 'operational' }])),
    );
    expect(html).toContain('aria-label="Overall status"');
    expect(html).toContain('>Operational</h1>');
    expect(html).toContain('<b>1 of 1</b>');
    expect(html.match(/<li /g)).toHaveLength(1);
    expect(html).toContain('data-freshness="fresh"');
    expect(html).not.toContain('Seen since');
  });

  test('leads with the worst part and names it', () => {
    const html = drawFirstSight(
      deployment,
      true,
      delivered(
        document([
          { name: 'Cache', status: 'major_outage' },
          { name: 'API', status: 'operational' },
        ]),
      ),
    );
    expect(html).toContain('>Major outage</h1>');
    expect(html).toContain('data-severity="critical"');
    expect(html).toContain('Seen since');
    expect(html).toContain('The document calls itself operational, yet 1 of 2 components is not');
  });

  test('knows what regions and nodes say, as far as the host holds their lists', () => {
    const good = document([{ name: 'Cache', status: 'operational' }]);
    const regions = held('/api/v2/regions', [
      { code: 'fra1', name: 'Frankfurt', word: 'major_outage', count: 1 },
      { code: 'ams1', name: 'Amsterdam', word: 'operational', count: 1 },
    ]);
    const nodes = held('/api/v2/nodes', [{ code: 'ams1', name: null, word: 'operational', count: 9 }]);
    const html = drawFirstSight(deployment, true, delivered(good, 200, {}, [regions, nodes]));
    expect(html).toContain('>Major outage</h1>');
    expect(html).toContain('<b>1</b><b> of </b><b>2</b><b> regions</b> is not operational');
    expect(html).toContain('the status document says');
    // One that is lost proves nothing any more, and one that was never read neither.
    const unknown: readonly (readonly DeliveredTally[])[] = [
      [{ ...regions, heldMilliseconds: 3_600_000 }, nodes],
      [],
      [nodes],
    ];
    for (const lists of unknown) {
      const without = drawFirstSight(deployment, true, delivered(good, 200, {}, lists));
      expect(without).not.toContain('height="40" aria-hidden="true" data-severity="ok"');
    }
  });

  test('bounds and isolates what the document says of itself', () => {
    const body = { ...document([]), region: '\u202Eolso', version: 'W'.repeat(3000) };
    const html = drawFirstSight(deployment, true, delivered(body));
    expect(html).toContain('<bdi data-verbatim="" class="verbatim ">‹U+202E›olso</bdi>');
    expect(html).toContain(`<bdi data-verbatim="" class="verbatim verbatim-long">${'W'.repeat(500)}</bdi>`);
  });

  test('lets no text of a deployment become markup', () => {
    const hostile = '"><img src=x onerror=alert(1)><script>1</script>';
    const html = drawFirstSight(
      deployment,
      true,
      delivered(document([{ name: hostile, status: hostile }], hostile)),
    );
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;img');
  });

  test('leaves more components than fit as tiles to the app', () => {
    const many = Array.from({ length: 19 }, (_, index) => ({ name: `C${index}`, status: 'operational' }));
    expect(drawFirstSight(deployment, true, delivered(document(many)))).not.toContain('<li ');
  });

  test.each([
    ['another page', false, delivered(document([]))],
    ['no answer in time', true, { answers: [], tallies: [] }],
    ['an endpoint that is not offered', true, delivered({}, 404)],
    ['an answer that is no status document', true, delivered(['operational'])],
    ['an answer that lay in a cache', true, delivered(document([]), 200, { age: '3600' })],
  ])('claims nothing for %s', (_case, isStatusPage, answers) => {
    const html = drawFirstSight(deployment, isStatusPage, answers);
    expect(html).not.toContain('data-severity');
    expect(html).not.toContain('role="status"');
    expect(html).toContain('Edgewatch');
  });
});
