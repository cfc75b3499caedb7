/** The measured pages: their first content, and how they are filtered. */

export interface Sight {
  readonly name: string;
  /** The first `least` matching elements must all be on the screen. */
  readonly selector: string;
  readonly least: number;
  /** Regular expression for the text of each. `null`: a drawing without text. */
  readonly says: string | null;
  /** Content from the history record is not server-rendered and has no goal. */
  readonly kind: 'verdict' | 'rows' | 'map' | 'record';
}

export interface Filter {
  readonly field: string;
  /** After filtering, all of these rows contain the key. */
  readonly rows: string;
  /** Found in some rows, but not in all of the first ones. */
  readonly key: string;
}

export interface WatchedPage {
  readonly name: string;
  readonly path: string;
  readonly sights: readonly Sight[];
  readonly filter: Filter | null;
  /** Whether its content fits the screen only while the demo has no incident. */
  readonly isForCalm?: true;
  /** Upstream requests of a load before server rendering. `null`: not counted. */
  readonly upstreamBefore: number | null;
}

const firstRow: Sight = {
  name: 'first row',
  selector: 'main table[aria-rowcount] tr[aria-rowindex="1"]',
  least: 1,
  says: '\\w{2}',
  kind: 'rows',
};

const map: Sight = {
  name: 'map',
  selector: '[role=group][aria-label^="Map of the regions"] svg [data-severity]',
  least: 1,
  says: null,
  kind: 'map',
};

function figures(count: number, kind: Sight['kind'] = 'rows'): Sight {
  return {
    name: 'key figures',
    selector: '[role=group][aria-label="Key figures"] .figure',
    least: count,
    says: '\\d',
    kind,
  };
}

/** The figures of the sentence below a heading. */
function lead(count: number): Sight {
  return {
    name: 'figures of its lead',
    selector: 'main header .lead b',
    least: count,
    says: '\\d',
    kind: 'rows',
  };
}

/** The static floor has the same tiles as the status page. */
function tiles(selector: string): Sight {
  return { name: 'tiles', selector, least: 18, says: '[a-z]', kind: 'verdict' };
}

const verdict: Sight = {
  name: 'verdict',
  selector: '[role=status][aria-label="Overall status"] h1',
  least: 1,
  // A waiting page shows another text in the same place.
  says: '^(?!Waiting|No contact|Not confirmed|Refused|No status document).*\\w',
  kind: 'verdict',
};

export const floorSights: readonly Sight[] = [verdict, tiles('#components li')];

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
  const list = (name: string, key: string, upstreamBefore: number, sights = [firstRow]): WatchedPage => ({
    name,
    path: `/everything/${name}`,
    sights,
    filter: filterOf(key),
    upstreamBefore,
  });
  const regions = '[role=group][aria-label^="Regions by zone"]';
  return [
    {
      name: 'status',
      path: '/everything',
      sights: [
        verdict,
        tiles('[aria-label=Components] li'),
        figures(7),
        {
          name: 'first of its regions',
          selector: '[aria-label="Regions by zone"] li a',
          least: 1,
          says: '\\w{2}',
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
    // Its rows begin below the screen.
    list('events', 'x', 8, [
      lead(2),
      {
        name: 'chart of volumes',
        selector: 'main [role=group][aria-label^="Reported volume by source"] svg',
        least: 1,
        says: null,
        kind: 'record',
      },
    ]),
    {
      name: 'regions',
      path: '/everything/regions',
      sights: [
        { name: 'first region named', selector: `${regions} li`, least: 1, says: '\\w{2}', kind: 'rows' },
        map,
      ],
      filter: filterOf('x', `${regions} li`),
      upstreamBefore: 71,
    },
    {
      name: 'a region',
      path: '/everything/regions/fra1',
      sights: [figures(6)],
      filter: null,
      upstreamBefore: 16,
    },
    {
      name: 'a node',
      path: `/everything/nodes/${node}`,
      // Its region. The next facts come from the history record.
      sights: [{ name: 'first fact', selector: 'main header dl dd', least: 1, says: '\\w{2}', kind: 'rows' }],
      filter: null,
      upstreamBefore: 8,
    },
    {
      name: 'a bucket',
      path: `/everything/buckets/${bucket}`,
      sights: [figures(5)],
      filter: null,
      upstreamBefore: 71,
    },
    {
      name: 'an event type',
      path: `/everything/events/${event}`,
      sights: [lead(1), figures(6, 'record')],
      filter: null,
      upstreamBefore: null,
    },
    {
      name: 'changes',
      path: '/everything/changes',
      sights: [
        {
          name: 'first entry',
          selector: 'main ol[aria-label^="Changes of"] li',
          least: 1,
          says: '\\w{2}',
          kind: 'record',
        },
      ],
      filter: null,
      upstreamBefore: null,
    },
    {
      name: 'endpoints',
      path: '/everything/endpoints',
      sights: [
        {
          name: 'first state',
          selector: 'main table[aria-label=Endpoints] tbody td:nth-child(2)',
          least: 1,
          says: '^(?!Waiting).*\\w{2}',
          kind: 'rows',
        },
      ],
      filter: null,
      upstreamBefore: null,
    },
    {
      name: 'all deployments',
      path: '/',
      sights: [
        {
          name: 'first verdict',
          selector: 'main ul[aria-label=Deployments] li [class*=word-of-]',
          least: 1,
          says: '^(?!Waiting).*\\w{2}',
          kind: 'rows',
        },
      ],
      filter: null,
      upstreamBefore: null,
    },
  ];
}
