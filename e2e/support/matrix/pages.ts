/** Every page of a deployment, what it reads, and the subject of each panel. */

import { allPaths, subjectOf } from '../../servers/documented.ts';
import { fleetRows } from '../../servers/faults/fleet.ts';
import { type Subject, subjects } from '../../servers/faults/mode.ts';

export interface MatrixPage {
  readonly name: string;
  /** Path below the deployment. `null`: a page for all deployments. */
  readonly path: string | null;
  /** Address of a page for all deployments other than the overview. */
  readonly address?: string;
  readonly reads: readonly Subject[];
  /** Subject by panel label, for panels with one certain subject. `header` is the header of the page. */
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
 * A wall rotates its scenes, so its panels are not listed. Like every page, it must show no green without
 * proof.
 */
export const walls: readonly MatrixPage[] = [
  page('wall', '/wall', ['status', 'regions', 'nodes', 'buckets', 'events'], {}),
  { ...page('wall of all', null, ['status', 'regions', 'nodes', 'buckets', 'events'], {}), address: '/wall' },
];

export const matrixPages: readonly MatrixPage[] = [...deskPages, ...walls];

export function pagesReading(targets: readonly Subject[], pages: readonly MatrixPage[]): readonly MatrixPage[] {
  return pages.filter(({ reads }) => reads.some((subject) => targets.includes(subject)));
}
