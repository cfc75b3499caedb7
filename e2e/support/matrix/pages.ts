/**
 * Every page of a deployment, the endpoints that it reads, and the subject (the status, or a list) of each
 * panel.
 */

import { allPaths, subjectOf } from '../../servers/documented.ts';
import { fleetRows } from '../../servers/faults/fleet.ts';
import { type Subject, subjects } from '../../servers/faults/mode.ts';

export interface MatrixPage {
  readonly name: string;
  /** Path below the deployment. `null`: the page shows all deployments. */
  readonly path: string | null;
  /** Address of a page that shows all deployments. Absent: the overview. */
  readonly address?: string;
  readonly reads: readonly Subject[];
  /** Label of a panel → its subject, for panels with one subject. `header` is the header of the page. */
  readonly panels: Readonly<Record<string, Subject>>;
}

function firstId(list: 'nodes' | 'buckets' | 'events'): string {
  return String(fleetRows[list][0]?.fields['id']);
}

function page(
  name: string,
  path: string | null,
  reads: readonly Subject[],
  panels: Readonly<Record<string, Subject>>,
): MatrixPage {
  return { name, path, reads, panels };
}

export const endpointsPage = page(
  'endpoints',
  '/endpoints',
  subjects,
  Object.fromEntries(allPaths.map((path) => [path, subjectOf(path)])),
);

export const deskPages: readonly MatrixPage[] = [
  page('overview', null, ['status'], {}),
  page('status', '', ['status', 'regions', 'nodes', 'buckets', 'events'], {
    header: 'status',
    Components: 'status',
    Regions: 'regions',
    Nodes: 'nodes',
    'Advertised capacity': 'nodes',
    Buckets: 'buckets',
    Objects: 'buckets',
    Stored: 'buckets',
    'Event volume': 'events',
  }),
  page('regions', '/regions', ['regions', 'nodes', 'buckets'], {}),
  page('region', '/regions/fra1', ['regions', 'nodes', 'buckets', 'assets'], {}),
  page('nodes', '/nodes', ['nodes', 'regions'], { header: 'nodes' }),
  page('node', `/nodes/${firstId('nodes')}`, ['nodes', 'regions'], {}),
  page('buckets', '/buckets', ['buckets', 'regions'], { header: 'buckets' }),
  page('bucket', `/buckets/${firstId('buckets')}`, ['buckets', 'regions'], { header: 'buckets' }),
  page('assets', '/assets', ['assets'], { header: 'assets' }),
  page('applications', '/applications', ['applications'], { header: 'applications' }),
  page('events', '/events', ['events'], { header: 'events' }),
  page('event', `/events/${firstId('events')}`, ['events'], { header: 'events' }),
  page('changes', '/changes', ['status', 'regions', 'nodes'], {}),
  endpointsPage,
];

/**
 * The wall pages. A wall shows its scenes in turn, so its panels are not listed. No green without proof is
 * tested on it as well.
 */
export const walls: readonly MatrixPage[] = [
  page('wall', '/wall', ['status', 'regions', 'nodes', 'buckets', 'events'], {}),
  { ...page('wall of all', null, ['status', 'regions', 'nodes', 'buckets', 'events'], {}), address: '/wall' },
];

export const matrixPages: readonly MatrixPage[] = [...deskPages, ...walls];

export function pagesReading(targets: readonly Subject[], pages: readonly MatrixPage[]): readonly MatrixPage[] {
  return pages.filter(({ reads }) => reads.some((subject) => targets.includes(subject)));
}
