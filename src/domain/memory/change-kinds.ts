/** What changes are told apart by, in the words of an address. */

import type { ChangedSubject } from './changes.ts';

/** States, what came or went, regions and capacities, names and scopes, words nobody knows, contradictions, our own sight. */
export const changeKinds = [
  'state',
  'presence',
  'move',
  'capacity',
  'name',
  'word',
  'contradiction',
  'sight',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const subjectKinds: readonly ChangedSubject[] = [
  'status',
  'component',
  'region',
  'node',
  'bucket',
  'application',
  'event',
  'endpoint',
];
