/** Every page that is watched: what stands on it first, and how it is filtered. */

/** Something that a reader waits for. */
export interface Sight {
  readonly name: string;
  /** The first so many elements that it finds must all be on the screen. */
  readonly selector: string;
  readonly least: number;
  /** What each of them says, as an expression; `null` for what is drawn without words. */
  readonly says: string | null;
  readonly kind: 'verdict' | 'rows' | 'map';
}

export interface Filter {
  readonly field: string;
  /** What is left of them holds the key. */
  readonly rows: string;
  /** Found in some rows, and not in all of those that stand there first. */
  readonly key: string;
}

export interface WatchedPage {
  readonly name: string;
  /** From the root of the host. */
  readonly path: string;
  readonly sights: readonly Sight[];
  readonly filter: Filter | null;
  /** Requests to the deployment that a load cost before first screens came drawn. */
  readonly upstreamBefore: number;
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

function figures(count: number): Sight {
  return {
    name: 'key figures',
    selector: '[role=group][aria-label="Key figures"] .figure',
    least: count,
    says: '\\d',
    kind: 'rows',
  };
}

/** The tiles of the static floor are those of the status page. */
function tiles(selector: string): Sight {
  return { name: 'tiles', selector, least: 18, says: '[a-z]', kind: 'verdict' };
}

const verdict: Sight = {
  name: 'verdict',
  selector: '[role=status][aria-label="Overall status"] h1',
  least: 1,
  // A page that still waits says so in the same place.
  says: '^(?!Waiting|No contact|Not confirmed|Refused|No status document).*\\w',
  kind: 'verdict',
};

/** What both the floor and the status page show. */
export const floorSights: readonly Sight[] = [verdict, tiles('#components li')];

function filterOf(key: string, rows = 'main table[aria-rowcount] tr[aria-rowindex]'): Filter {
  return { field: 'main input[type=search]', rows, key };
}

async function firstId(origin: string, list: string): Promise<string> {
  const response = await fetch(`${origin}/deployments/everything/api/${list}`);
  // The demo keeps to the document.
  const { data } = (await response.json()) as { readonly data: readonly { readonly id: string }[] };
  const [first] = data;
  if (!first) throw new Error(`The demo lists nothing at ${list}.`);
  return first.id;
}

/** Those of the demo's first deployment. */
export async function watchedPages(origin: string): Promise<readonly WatchedPage[]> {
  const [node, bucket] = await Promise.all([firstId(origin, 'v2/nodes'), firstId(origin, 'v2/buckets')]);
  const list = (name: string, key: string, upstreamBefore: number): WatchedPage => ({
    name,
    path: `/everything/${name}`,
    sights: [firstRow],
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
      upstreamBefore: 10,
    },
    list('nodes', 'x', 8),
    list('buckets', 'x', 71),
    list('assets', 'q', 71),
    list('applications', 'q', 8),
    list('events', 'x', 8),
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
      // Region, capacity, created; when it was read only the screen's clock can tell.
      sights: [{ name: 'facts', selector: 'main header dl dd', least: 3, says: '\\w{2}', kind: 'rows' }],
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
  ];
}
