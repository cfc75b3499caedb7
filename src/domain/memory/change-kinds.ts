/** Kinds of changes for filters. These words are part of the URL. */

import type { ChangedSubject } from './changes.ts';

/** `presence`: appeared or gone; `word`: unknown words; `sight`: our own coverage. */
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
