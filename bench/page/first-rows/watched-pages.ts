/** The measured pages: the landmarks of their first content, and the filter of each. */

export interface Landmark {
  readonly name: string;
  /** Selector of the elements. The first `least` matching ones must all be on the screen. */
  readonly selector: string;
  readonly least: number;
  /**
   * Regular expression that the text of each element must match. `null`: the elements are drawings without
   * text.
   */
  readonly pattern: string | null;
  /** Kind of content. `record` comes from the history record: it has no goal. */
  readonly kind: 'verdict' | 'rows' | 'map' | 'record';
}

export interface Filter {
  readonly field: string;
  /** Selector of the rows. After filtering, each of them contains the key. */
  readonly rows: string;
  /** Text to type. Some rows contain it, but not all of the first ones. */
  readonly key: string;
}

export interface WatchedPage {
  readonly name: string;
  readonly path: string;
  readonly landmarks: readonly Landmark[];
  readonly filter: Filter | null;
  /** Whether its content fits the screen only while the demo has no incident. */
  readonly isForCalm?: true;
  /**
   * Number of upstream requests that a load caused before pages were server-rendered. `null`: not counted.
   */
  readonly upstreamBefore: number | null;
}

const firstRow: Landmark = {
  name: 'first row',
  selector: 'main table[aria-rowcount] tr[aria-rowindex="1"]',
  least: 1,
  pattern: '\\w{2}',
  kind: 'rows',
};

const map: Landmark = {
  name: 'map',
  selector: '[role=group][aria-label^="Map of the regions"] svg [data-severity]',
  least: 1,
  pattern: null,
  kind: 'map',
};

function figures(count: number, kind: Landmark['kind'] = 'rows'): Landmark {
  return {
    name: 'key figures',
    selector: '[role=group][aria-label="Key figures"] .figure',
    least: count,
    pattern: '\\d',
    kind,
  };
}

/** Figures in the sentence below the heading. */
function lead(count: number): Landmark {
  return {
    name: 'figures of its lead',
    selector: 'main header .lead b',
    least: count,
    pattern: '\\d',
    kind: 'rows',
  };
}

/** Tiles of the components. The static floor has the same tiles as the status page. */
function tiles(selector: string): Landmark {
  return { name: 'tiles', selector, least: 18, pattern: '[a-z]', kind: 'verdict' };
}

const verdict: Landmark = {
  name: 'verdict',
  selector: '[role=status][aria-label="Overall status"] h1',
  least: 1,
  // While it waits, the page shows one of these texts in the same place.
  pattern: '^(?!Waiting|No contact|Not confirmed|Refused|No status document).*\\w',
  kind: 'verdict',
};

export const floorLandmarks: readonly Landmark[] = [verdict, tiles('#components li')];

function filterOf(key: string, rows = 'main table[aria-rowcount] tr[aria-rowindex]'): Filter {
  return { field: 'main input[type=search]', rows, key };
}

async function firstId(origin: string, list: string): Promise<string> {
  const response = await fetch(`${origin}/deployments/everything/api/${list}`);
  // The demo follows the API document.
  const { data } = (await response.json()) as { readonly data: readonly { readonly id: string }[] };
  const [first] = data;
  if (!first) throw new Error(`The demo lists nothing at ${list}.`);
  return first.id;
}

export async function watchedPages(origin: string): Promise<readonly WatchedPage[]> {
  const [node, bucket, event] = await Promise.all([
    firstId(origin, 'v2/nodes'),
    firstId(origin, 'v2/buckets'),
    firstId(origin, 'v1/events'),
  ]);
  const list = (name: string, key: string, upstreamBefore: number, landmarks = [firstRow]): WatchedPage => ({
    name,
    path: `/everything/${name}`,
    landmarks,
    filter: filterOf(key),
    upstreamBefore,
  });
  const regions = '[role=group][aria-label^="Regions by zone"]';
  return [
    {
      name: 'status',
      path: '/everything',
      landmarks: [
        verdict,
        tiles('[aria-label=Components] li'),
        figures(7),
        {
          name: 'first of its regions',
          selector: '[aria-label="Regions by zone"] li a',
          least: 1,
          pattern: '\\w{2}',
          kind: 'rows',
        },
        map,
      ],
      filter: null,
      isForCalm: true,
      upstreamBefore: 10,
    },
    list('nodes', 'x', 8),
    list('buckets', 'x', 71),
    list('assets', 'q', 71),
    list('applications', 'q', 8),
    // The rows of this page begin below the screen, so its sentence and its chart are the landmarks.
    list('events', 'x', 8, [
      lead(2),
      {
        name: 'chart of volumes',
        selector: 'main [role=group][aria-label^="Reported volume by source"] svg',
        least: 1,
        pattern: null,
        kind: 'record',
      },
    ]),
    {
      name: 'regions',
      path: '/everything/regions',
      landmarks: [
        { name: 'first region named', selector: `${regions} li`, least: 1, pattern: '\\w{2}', kind: 'rows' },
        map,
      ],
      filter: filterOf('x', `${regions} li`),
      upstreamBefore: 71,
    },
    {
      name: 'a region',
      path: '/everything/regions/fra1',
      landmarks: [figures(6)],
      filter: null,
      upstreamBefore: 16,
    },
    {
      name: 'a node',
      path: `/everything/nodes/${node}`,
      // The first fact is the region of the node. The facts after it come from the history record.
      landmarks: [
        { name: 'first fact', selector: 'main header dl dd', least: 1, pattern: '\\w{2}', kind: 'rows' },
      ],
      filter: null,
      upstreamBefore: 8,
    },
    {
      name: 'a bucket',
      path: `/everything/buckets/${bucket}`,
      landmarks: [figures(5)],
      filter: null,
      upstreamBefore: 71,
    },
    {
      name: 'an event type',
      path: `/everything/events/${event}`,
      landmarks: [lead(1), figures(6, 'record')],
      filter: null,
      upstreamBefore: null,
    },
    {
      name: 'changes',
      path: '/everything/changes',
      landmarks: [
        {
          name: 'first entry',
          selector: 'main ol[aria-label^="Changes of"] li',
          least: 1,
          pattern: '\\w{2}',
          kind: 'record',
        },
      ],
      filter: null,
      upstreamBefore: null,
    },
    {
      name: 'endpoints',
      path: '/everything/endpoints',
      landmarks: [
        {
          name: 'first state',
          selector: 'main table[aria-label=Endpoints] tbody td:nth-child(2)',
          least: 1,
          pattern: '^(?!Waiting).*\\w{2}',
          kind: 'rows',
        },
      ],
      filter: null,
      upstreamBefore: null,
    },
    {
      name: 'all deployments',
      path: '/',
      landmarks: [
        {
          name: 'first verdict',
          selector: 'main ul[aria-label=Deployments] li [class*=word-of-]',
          least: 1,
          pattern: '^(?!Waiting).*\\w{2}',
          kind: 'rows',
        },
      ],
      filter: null,
      upstreamBefore: null,
    },
  ];
}
