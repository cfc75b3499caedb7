import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Severity } from '#domain/severity/severity.ts';
import {
  firstStep,
  interrupt,
  isSameScene,
  nextStep,
  type RotationStep,
  type Situation,
  settle,
} from '#domain/wall/rotation.ts';
import { worsened } from '../situation.ts';
import type { DeploymentState } from '../state.ts';

/** Number of event loop turns in which a new scene receives the results of its queries and renders. */
const turnsToSettle = 6;

/**
 * Waits until a new scene has rendered. Meanwhile the last scene stays on screen, so that the next one never
 * appears half rendered.
 */
async function scenesToSettle(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  port1.start();
  for (let step = 0; step < turnsToSettle; step += 1) {
    const passed = new Promise((resolve) => {
      port1.addEventListener('message', resolve, { once: true });
    });
    port2.postMessage(null);
    await passed;
  }
  port1.close();
}

/** Calls `change` to show the next scene; cross-fades if the browser can and reduced motion is off. */
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
  // A transition interrupted by the next one needs no handling.
  void ready.catch(() => undefined);
  void finished.catch(() => undefined);
}

/**
 * Returns the current step of the rotation. A timer advances it, and new problems interrupt it. A step that
 * became impossible is replaced at once.
 */
export function useRotation(
  situation: Situation,
  states: readonly DeploymentState[],
  seconds: number,
): RotationStep {
  const [step, setStep] = useState(() => nextStep(firstStep, situation));
  const latest = useRef(situation);
  const known = useRef<ReadonlyMap<string, Severity>>(new Map());

  useEffect(() => {
    latest.current = situation;
    setStep((before) => settle(before, situation));
  }, [situation]);

  useEffect(() => {
    const [worst] = worsened(known.current, states);
    known.current = new Map(
      states.flatMap(({ slug, severity, waiting }) => (waiting ? [] : [[slug, severity] as const])),
    );
    const problem = latest.current.problems.find(({ slug }) => slug === worst || slug === null);
    if (worst !== undefined && problem) setStep((before) => interrupt(before, problem));
  }, [states]);

  const { count } = step;
  useEffect(() => {
    const timer = setTimeout(() => {
      const next = nextStep(step, latest.current);
      // A problem may interrupt before the browser is ready to swap.
      const change = () => setStep((current) => (current.count === count ? next : current));
      if (isSameScene(next.scene, step.scene)) change();
      else swap(change);
    }, seconds * 1000);
    return () => clearTimeout(timer);
    // A step has its full time from its start, whatever renders in between.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [count, seconds]);

  return step;
}
