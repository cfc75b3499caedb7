/** What changes are told apart by, in the words of an address. */

import type { SubjectKind } from './changes.ts';

/** States, what came or went, regions and capacities of nodes, words nobody knows, contradictions, and our own sight. */
export const changeKinds = ['state', 'presence', 'move', 'capacity', 'word', 'contradiction', 'sight'] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const subjectKinds: readonly SubjectKind[] = ['status', 'component', 'region', 'node', 'endpoint'];
