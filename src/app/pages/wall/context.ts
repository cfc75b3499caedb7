import type { Deployment } from '#contract/host.ts';
import { headlineUnits, roles, type Screen, sideUnits } from '#domain/wall/geometry.ts';
import type { WallSettings } from './screen/options.ts';

export interface SceneProps {
  readonly deployment: Deployment;
  readonly settings: WallSettings;
  /** CSS pixels per wall unit. */
  readonly unit: number;
  /** Screen size in units. Content below a problem is left out if it would take the problem's space. */
  readonly room: {
    readonly width: number;
    readonly height: number;
    readonly isPortrait: boolean;
    /** Margin at both sides of the screen. */
    readonly side: number;
  };
  /** How often the scene was shown before. Each time it shows its next page. */
  readonly turn: number;
}

/** @param unit - CSS pixels per wall unit. */
export function roomOf(screen: Screen, unit: number): SceneProps['room'] {
  const [width, height] = [screen.width / unit, screen.height / unit];
  return { width, height, isPortrait: height > width, side: sideUnits(width) };
}

/** Whether the large text leaves room only for the verdict and one line of head and foot. */
export function isLow({ height }: SceneProps['room']): boolean {
  return height < 600;
}

/** Whether a line has room only for a name or a few words. */
export function isNarrow({ width }: SceneProps['room']): boolean {
  return width < 900;
}

/** Size of the mark beside a verdict, units. */
export function glyphUnits(room: SceneProps['room']): number {
  return (isNarrow(room) ? 0.5 : 0.71) * headlineUnits(room.height);
}

/** Smallest size of the verdict relative to its full size, so that it stays legible. */
export function leastOfHeadline({ height }: SceneProps['room']): number {
  return Math.max(0.3, roles.component / headlineUnits(height));
}

/** Lines of the sentence below a verdict. */
export function sentenceLines({ height, isPortrait }: SceneProps['room']): number {
  if (height < 230) return 0;
  return height < 300 ? 1 : isPortrait ? 3 : 2;
}
