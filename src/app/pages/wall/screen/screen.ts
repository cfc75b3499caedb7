/**
 * Hooks for browser features that a wall uses if available: screen size, wake lock, theme, dimming and daily
 * reload.
 */

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

/** Keeps the screen awake while visible. The browser releases the lock whenever the page is hidden. */
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
        // Refused at low power or without permission. The operating system must then keep the screen on.
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

/** Sets the theme of the wall, independent of the theme that the viewer chose elsewhere. */
export function useTheme(theme: WallSettings['theme']): void {
  useLayoutEffect(() => keepTheme(theme), [theme]);
}

/** Marks the HTML document as a wall, which has its own background and no scroll bar. */
export function useWallDocument(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset['wall'] = '';
    return () => {
      delete document.documentElement.dataset['wall'];
    };
  }, []);
}

const driftMinutes = 3;
/**
 * Offsets of the picture around its centre in wall units (scaled pixels). The picture moves through these
 * offsets against burn-in.
 */
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

/** Returns the present offset of the whole picture in wall units (scaled pixels). */
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

/** Whether an hour of the day is in a range, which may pass midnight. */
export function isWithin(hour: number, [from, until]: readonly [number, number]): boolean {
  return from < until ? hour >= from && hour < until : hour >= from || hour < until;
}

export function useDimmed({ dim, zone }: WallSettings): boolean {
  return useTimed((now) => dim !== null && isWithin(Math.floor(minuteOfDay(now, zone) / 60), dim));
}

/**
 * Returns a text with the date during the minute of the daily reload; otherwise `null`. In the first minute
 * after the page opened it is `null` too, which prevents a second reload.
 */
export function useReloadDay({ reload, zone }: WallSettings): string | null {
  const [openedAt] = useState(now);
  return useTimed((time) =>
    reload !== null && time - openedAt > 61_000 && minuteOfDay(time, zone) === reload
      ? `daily ${formatDate(time, zone)}`
      : null,
  );
}
