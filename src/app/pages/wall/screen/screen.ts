/** Browser features for a wall, each used if available. */

import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { now, useTimed } from '#app/ui/time/clock.ts';
import { keepTheme } from '#app/url/settings.ts';
import { formatDate } from '#domain/text/format.ts';
import type { Screen } from '#domain/wall/geometry.ts';
import type { WallSettings } from './options.ts';

function subscribeToSize(listener: () => void): () => void {
  globalThis.addEventListener('resize', listener);
  return () => globalThis.removeEventListener('resize', listener);
}

export function useScreen(): Screen {
  const text = useSyncExternalStore(subscribeToSize, () => `${innerWidth} ${innerHeight}`);
  const [width = 1920, height = 1080] = text.split(' ').map(Number);
  return { width, height };
}

/** Keeps the screen awake. The browser releases the lock whenever the page is hidden. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const acquire = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      try {
        const acquired = await navigator.wakeLock.request('screen');
        if (isOver) void acquired.release();
        else lock = acquired;
      } catch {
        // Low power or no permission. The test card shows that the operating system must keep the screen on.
      }
    };
    const again = () => void acquire();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  }, []);
}

/** The wall has its own theme, independent of the stored choice. */
export function useTheme(theme: WallSettings['theme']): void {
  useLayoutEffect(() => keepTheme(theme), [theme]);
}

/** A wall has its own background and no scroll bar. */
export function useWallDocument(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset['wall'] = '';
    return () => {
      delete document.documentElement.dataset['wall'];
    };
  }, []);
}

const driftMinutes = 3;
/** Units. Moves around the centre against burn-in. */
const steps = [
  [0, 0],
  [6, 0],
  [6, 6],
  [0, 6],
  [-6, 6],
  [-6, 0],
  [-6, -6],
  [0, -6],
  [6, -6],
] as const;

/** Offset of the whole picture, units. */
export function useDrift(): readonly [number, number] {
  const step = useTimed((now) => Math.floor(now / (driftMinutes * 60_000)) % steps.length);
  return steps[step] ?? steps[0];
}

function minuteOfDay(time: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(
    time,
  );
  const [hour = 0, minute = 0] = parts.split(':').map(Number);
  return hour * 60 + minute;
}

/** Whether `hour` is in the range, which may pass midnight. */
export function isWithin(hour: number, [from, until]: readonly [number, number]): boolean {
  return from < until ? hour >= from && hour < until : hour >= from || hour < until;
}

export function useDimmed({ dim, zone }: WallSettings): boolean {
  return useTimed((now) => dim !== null && isWithin(Math.floor(minuteOfDay(now, zone) / 60), dim));
}

/**
 * The day on which the reload minute is reached, more than a minute after the page opened; `null` otherwise.
 */
export function useReloadDay({ reload, zone }: WallSettings): string | null {
  const [openedAt] = useState(now);
  return useTimed((time) =>
    reload !== null && time - openedAt > 61_000 && minuteOfDay(time, zone) === reload
      ? `daily ${formatDate(time, zone)}`
      : null,
  );
}
