import { lazy } from 'react';
import { keepTrying } from '../../../components/keep-trying.ts';
import type * as Parts from './inventory.ts';

/** A part of the status page that the verdict does not wait for, and that does not take it along where it cannot be loaded. */
export function later<Name extends keyof typeof Parts>(name: Name) {
  return lazy<(typeof Parts)[Name]>(() =>
    keepTrying(() => import('./inventory.ts')).then((parts) => ({ default: parts[name] })),
  );
}
