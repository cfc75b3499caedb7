/**
 * What goes into which script of the app. Each boundary is that of a whole feature: what a page needs until its filter
 * takes a key comes in a few scripts, and nothing else in them.
 */

import { fileURLToPath } from 'node:url';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const app = fileURLToPath(new URL('../src/app/', import.meta.url));

/** What lists need as well comes with the app, and so do these, which are small and needed nearly everywhere. */
const statusPage = 'pages/deployment/status/StatusPage.tsx';
const everywhere =
  /\/src\/app\/(?:components\/(?:lists\/Sentence|severity\/ContradictionSign|strips\/Strip)|url\/choice)\./;

/** Pages that are a table under its filter. */
const listPages = [
  'pages/deployment/applications/ApplicationsPage.tsx',
  'pages/deployment/assets/AssetsPage.tsx',
  'pages/deployment/buckets/BucketsPage.tsx',
  'pages/deployment/events/EventsPage.tsx',
  'pages/deployment/nodes/NodesPage.tsx',
] as const;

/** What reads lists, or the search of their pages, and shows no such table. */
const readers = [
  'frame/AfterFirstPaint.tsx',
  'frame/notices/Notices.tsx',
  'pages/deployment/changes/Entries.tsx',
  'pages/deployment/nodes/node/NodePage.tsx',
  'pages/deployment/status/figures-parts.ts',
] as const;

/** Small, and asked for here and there: each of its own it would be one more request. */
const smallParts = [
  'app/charts/charts-over.',
  'app/charts/PlotPlace.',
  'app/components/keys/Key',
  'app/components/lists/',
  'app/components/records/BucketName.',
  'app/components/records/RegionCode.',
  'app/components/severity/SeverityCounts.',
  'app/components/severity/ShareBar.',
  'app/components/vouching/RemedyLine.',
  'app/pages/deployment/buckets/columns.',
  'app/observe/region-lookups.',
  'app/observe/session/seen.',
  'app/queries/resources/',
  'app/queries/seed-lists.',
  'app/table/stored-column.',
  'app/ui/elements/ArrowTo.',
  'app/ui/elements/CopyButton.',
  'app/ui/loading/',
  'app/ui/copy.',
  'app/ui/time/',
  'domain/contradictions/contradictions.',
  'domain/figures/cache-words.',
  'domain/memory/change-kinds.',
  'domain/verdict/debounced-severity.',
].map((path) => `/src/${path}`);

/** What was seen over time: the session, the roster, what contradicts and what mends it. */
const memory = [
  'components/roster/NoLongerListed.tsx',
  'components/severity/Contradictions.tsx',
  'components/strips/SessionStrip.tsx',
  'components/vouching/Remedy.tsx',
  'observe/session/store.ts',
] as const;

/** What follows the app on every page: a screen must not need it only once its host is gone. */
const frame = [
  'frame/AfterFirstPaint.tsx',
  'frame/notices/Notices.tsx',
  'frame/top-bar/Alerts.tsx',
  'frame/top-bar/same-section.ts',
  'frame/Watchers.tsx',
  'queries/large-lists/large-body.ts',
] as const;

/** What only parts that come later take from TanStack Query, whose one index imports it with the rest. */
const ofFewQueries = /\/(?:queriesObserver|useQueries|useIsFetching)\.js$/;

/** The ways into a list, which a page may have long before its table. */
const waysIntoLists = /\/src\/app\/(?:components\/keys\/(?:ToList|enter-list)|table\/filter\/SearchField)\./;

/** The column of the tables whose rows have a past: in one script with what it draws, or a page waits for two more in turn. */
const stateSince = /\/src\/app\/(?:components\/timeline\/RowSince|table\/since-column)\./;

/** The groups of the bundler's `codeSplitting`: a module goes into the first that takes it. */
export function chunkGroups() {
  const parts = new Map<string, ReadonlySet<string>>();
  /** A module and all that it imports, directly or not, other than later by `import()`. */
  const partsOf = (root: string, graph: ModuleGraph): ReadonlySet<string> => {
    const known = parts.get(root);
    if (known) return known;
    const found = new Set([app + root]);
    // A set goes on with what is added meanwhile.
    for (const id of found) for (const part of graph.getModuleInfo(id)?.importedIds ?? []) found.add(part);
    parts.set(root, found);
    return found;
  };
  const around = (name: string, ...roots: readonly string[]) => ({
    name: (id: string, graph: ModuleGraph) =>
      roots.some((root) => partsOf(root, graph).has(id)) ? name : null,
    debugName: name,
  });
  const ofMain = (id: string, graph: ModuleGraph) => {
    const isPartOf = (root: string) => partsOf(root, graph).has(id);
    if (ofFewQueries.test(id)) return null;
    if (isPartOf('start/main.tsx') || everywhere.test(id)) return 'main';
    return isPartOf(statusPage) && listPages.every(isPartOf) ? 'main' : null;
  };
  const isOfLists = (id: string, graph: ModuleGraph) => listPages.every((page) => partsOf(page, graph).has(id));
  const ofLists = (id: string, graph: ModuleGraph) => {
    if (smallParts.some((path) => id.includes(path))) return 'lists';
    return isOfLists(id, graph) && readers.some((root) => partsOf(root, graph).has(id)) ? 'lists' : null;
  };
  return [
    // Two and no third before the app vouches for the verdict: what paints, and the app.
    around('start', 'start/start.ts'),
    { name: ofMain, debugName: 'main' },
    { name: (id: string) => (ofFewQueries.test(id) ? 'queries' : null), debugName: 'queries' },
    around('status', statusPage),
    { name: ofLists, debugName: 'lists' },
    { name: (id: string) => (waysIntoLists.test(id) ? 'search' : null), debugName: 'search' },
    { name: (id: string) => (stateSince.test(id) ? 'state-since' : null), debugName: 'state-since' },
    {
      name: (id: string, graph: ModuleGraph) => (isOfLists(id, graph) ? 'table' : null),
      debugName: 'table',
    },
    around('places', 'map/use-gazetteer.ts'),
    around('memory', ...memory),
    around('frame', ...frame),
  ];
}

const together = /\/(?:main|lists|search|state-since|table|rolldown-runtime)-[^/]+\.js$/;

/**
 * What is asked for together with a part: all that it stands on. The document names the first script alone: what the host
 * drew is painted before the app is asked for (src/app/start/start.ts). That one is small: of what a page stands on it names
 * only what is large, or would be asked for in turn.
 */
export function preloadedWith(
  _part: string,
  dependencies: string[],
  { hostId, hostType }: { readonly hostId: string; readonly hostType: 'html' | 'js' },
): string[] {
  if (hostType === 'html') return [];
  const isFirst = /\/start-[^/]+\.js$/.test(hostId);
  return isFirst ? dependencies.filter((path) => together.test(path)) : dependencies;
}
