import { isInHost, useStore } from '../host.ts';

/** Whether this tab is hidden. A hidden desktop tab polls less often (docs/understand/freshness.md). */
export function isHidden(): boolean {
  return !isInHost && document.visibilityState === 'hidden';
}

let alerting = false;

/** Whether alerts are on. The status is then polled at the full rate, even in a hidden tab. */
export function isAlerting(): boolean {
  return alerting;
}

export function setAlerting(value: boolean): void {
  alerting = value;
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

export function useHidden(): boolean {
  return useStore(subscribe, isHidden);
}
