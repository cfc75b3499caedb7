import { lazy } from 'react';
import { keepTrying } from '../../../components/keep-trying.ts';

type Parts = typeof import('./inventory.ts');

/** A part of the status page that the verdict does not wait for, and that does not take it along where it cannot be loaded. */
export function later<Name extends keyof Parts>(name: Name) {
  return lazy<Parts[Name]>(() =>
    keepTrying(() => import('./inventory.ts')).then((parts) => ({ default: parts[name] })),
  );
}
