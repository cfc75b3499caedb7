import { whenIdle } from '../time/idle.ts';
import { keepTrying } from './keep-trying.ts';
import type { Part } from './part.ts';

/** Milliseconds reserved for the visible screen before the code of hidden parts is loaded. */
export const forFirstScreen = 1_500;

/**
 * Loads the code of a part soon after startup, even if the part is not shown. A wall then has the code when
 * its host is unreachable.
 */
export function lazyOnIdle<P>(part: Part<P>): Part<P> {
  const load = () => void keepTrying(part.load);
  setTimeout(() => whenIdle(load, forFirstScreen), forFirstScreen);
  return part;
}
