import { isInHost, useStore } from '../host.ts';

/** Whether this tab is hidden; a hidden desk tab asks less (docs/understand/freshness.md). */
export function isHidden(): boolean {
  return !isInHost && document.visibilityState === 'hidden';
}

let alerting = false;

/** Whether somebody waits for alerts, who then hear of a hidden tab's status as soon as of a shown one's. */
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
