import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Severity } from '#domain/severity/severity.ts';
import {
  firstTurn,
  interrupt,
  isSameScene,
  nextTurn,
  type Situation,
  settle,
  type Turn,
} from '#domain/wall/rotation.ts';
import { worsened } from '../situation.ts';
import type { Standing } from '../state.ts';

/** Turns of the event loop in which a scene is answered by the lists that it asks, and draws what they say. */
const turnsToSettle = 6;

/** The last scene stays on screen meanwhile: the next one never shows itself half drawn. */
async function scenesToSettle(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  port1.start();
  for (let turn = 0; turn < turnsToSettle; turn += 1) {
    const passed = new Promise((resolve) => {
      port1.addEventListener('message', resolve, { once: true });
    });
    port2.postMessage(null);
    await passed;
  }
  port1.close();
}

/** Shows the next scene over the last one, where the browser can and the reader wants motion. */
function swap(change: () => void): void {
  const still = globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (still || document.visibilityState === 'hidden' || !('startViewTransition' in document)) {
    change();
    return;
  }
  const { finished, ready } = document.startViewTransition(async () => {
    flushSync(change);
    await scenesToSettle();
  });
  // A transition that is cut short by the next one has shown what it had to.
  void ready.catch(() => undefined);
  void finished.catch(() => undefined);
}

/**
 * The turn on screen: one timer moves it on, news breaks in, and what a change of the situation makes impossible gives
 * way at once.
 */
export function useRotation(situation: Situation, standings: readonly Standing[], seconds: number): Turn {
  const [turn, setTurn] = useState(() => nextTurn(firstTurn, situation));
  const latest = useRef(situation);
  const known = useRef<ReadonlyMap<string, Severity>>(new Map());

  useEffect(() => {
    latest.current = situation;
    setTurn((before) => settle(before, situation));
  }, [situation]);

  useEffect(() => {
    const [worst] = worsened(known.current, standings);
    known.current = new Map(
      standings.flatMap(({ slug, severity, waiting }) => (waiting ? [] : [[slug, severity] as const])),
    );
    const problem = latest.current.problems.find(({ slug }) => slug === worst || slug === null);
    if (worst !== undefined && problem) setTurn((before) => interrupt(before, problem));
  }, [standings]);

  const { count } = turn;
  useEffect(() => {
    const timer = setTimeout(() => {
      const next = nextTurn(turn, latest.current);
      // News may break in before the browser is ready to swap.
      const change = () => setTurn((current) => (current.count === count ? next : current));
      if (isSameScene(next.scene, turn.scene)) change();
      else swap(change);
    }, seconds * 1000);
    return () => clearTimeout(timer);
    // A turn lasts its time from its beginning, whatever else is drawn meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [count, seconds]);

  return turn;
}
