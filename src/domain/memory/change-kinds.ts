/** Kinds of changes by which the log can be filtered. These words are part of the URL. */

import type { ChangedSubject } from './changes.ts';

/**
 * Kinds of changes. `presence`: appeared or gone; `word`: unknown status words; `sight`: our own coverage.
 */
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
