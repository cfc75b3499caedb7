/** Sections of a deployment, which are the links of the navigation. */

import type { Resource } from '#contract/resources.ts';
import type { PagePath } from '#domain/first-screen/page-lists.ts';
import type { IconName } from '../ui/elements/Icon.tsx';
import { paths } from './paths.ts';

export interface Section {
  readonly path: PagePath;
  readonly label: string;
  /** Resource that the deployment must offer; `null` if the page has content without any resource. */
  readonly needs: Resource | null;
  /** Icon in the bottom bar of a phone; `null` if the link is not in that bar. */
  readonly icon: IconName | null;
}

/** All sections, in the order of the navigation. */
export const sections: readonly Section[] = [
  { path: '', label: 'Status', needs: null, icon: 'status' },
  { path: 'regions', label: 'Regions', needs: 'region', icon: 'regions' },
  { path: 'nodes', label: 'Nodes', needs: 'node', icon: 'nodes' },
  { path: 'buckets', label: 'Buckets', needs: 'bucket', icon: null },
  { path: 'assets', label: 'Assets', needs: 'asset', icon: null },
  { path: 'applications', label: 'Applications', needs: 'application', icon: null },
  { path: 'events', label: 'Events', needs: 'event', icon: 'events' },
  { path: 'changes', label: 'Changes', needs: null, icon: null },
  { path: 'endpoints', label: 'Endpoints', needs: null, icon: null },
];

export function addressOf({ path }: Section, slug: string): string {
  return paths.section(slug, path);
}
