import { isInHost } from '../host.ts';
import { whenIdle } from '../time/idle.ts';
import { keepTrying } from './keep-trying.ts';
import type { Part } from './part.ts';

/** Milliseconds for what a reader came for, before anything else is drawn or loaded that is out of sight. */
export const forFirstScreen = 1_500;

/** A part whose code comes soon behind what asks for it, shown or not: a screen must not miss it once its host is gone. */
export function soon<P>(part: Part<P>): Part<P> {
  const load = () => void keepTrying(part.load);
  if (!isInHost) setTimeout(() => whenIdle(load, forFirstScreen), forFirstScreen);
  return part;
}
