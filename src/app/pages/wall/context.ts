import type { Deployment } from '#contract/host.ts';
import { headlineUnits, roles, type Screen, sideUnits } from '#domain/wall/geometry.ts';
import type { WallSettings } from './screen/options.ts';

export interface SceneProps {
  readonly deployment: Deployment;
  readonly settings: WallSettings;
  /** CSS pixels per wall unit. A wall is designed as a picture of 1,920 × 1,080 units. */
  readonly unit: number;
  /**
   * Size of the screen in wall units (scaled pixels). Scenes leave out other parts if a problem needs their
   * space.
   */
  readonly room: {
    readonly width: number;
    readonly height: number;
    readonly isPortrait: boolean;
    /** Margin at each side of the screen, in wall units (scaled pixels). */
    readonly side: number;
  };
  /** How often the scene was shown before. A scene with several pages shows its next page each time. */
  readonly turn: number;
}

/**
 * Converts the size of the screen to wall units.
 * @param unit - CSS pixels per wall unit.
 */
export function roomOf(screen: Screen, unit: number): SceneProps['room'] {
  const [width, height] = [screen.width / unit, screen.height / unit];
  return { width, height, isPortrait: height > width, side: sideUnits(width) };
}

/** Whether the screen is low in wall units: it fits only the verdict, and a line of header and footer. */
export function isLow({ height }: SceneProps['room']): boolean {
  return height < 600;
}

/** Whether the screen is narrow in wall units: a line has room only for a name or a few words. */
export function isNarrow({ width }: SceneProps['room']): boolean {
  return width < 900;
}

/** Returns the size of the mark beside a verdict, in wall units (scaled pixels). */
export function glyphUnits(room: SceneProps['room']): number {
  return (isNarrow(room) ? 0.5 : 0.71) * headlineUnits(room.height);
}

/** Returns the minimum size of the verdict as a fraction of its full size, so that it stays legible. */
export function leastOfHeadline({ height }: SceneProps['room']): number {
  return Math.max(0.3, roles.component / headlineUnits(height));
}

/** Returns the maximum number of lines of the sentence below a verdict. */
export function sentenceLines({ height, isPortrait }: SceneProps['room']): number {
  if (height < 230) return 0;
  return height < 300 ? 1 : isPortrait ? 3 : 2;
}
