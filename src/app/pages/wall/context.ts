import type { Deployment } from '#contract/host.ts';
import { headlineUnits, roles, type Screen, sideUnits } from '#domain/wall/geometry.ts';
import type { WallSettings } from './screen/options.ts';

/** What every scene is given. */
export interface SceneProps {
  readonly deployment: Deployment;
  readonly settings: WallSettings;
  /** CSS pixels of one unit. */
  readonly unit: number;
  /** Of the screen, units: what stands below a problem is left out where it would take its room. */
  readonly room: {
    readonly width: number;
    readonly height: number;
    readonly isPortrait: boolean;
    /** Between the picture and the sides of the screen. */
    readonly side: number;
  };
  /** How often the scene had a turn: it shows its next page each time. */
  readonly turn: number;
}

/** @param unit - CSS pixels of one unit. */
export function roomOf(screen: Screen, unit: number): SceneProps['room'] {
  const [width, height] = [screen.width / unit, screen.height / unit];
  return { width, height, isPortrait: height > width, side: sideUnits(width) };
}

/** Where all text is large there is room for the verdict, one line of head and one of foot. */
export function isLow({ height }: SceneProps['room']): boolean {
  return height < 600;
}

/** Where a line holds a name or a few words, and nothing beside them. */
export function isNarrow({ width }: SceneProps['room']): boolean {
  return width < 900;
}

/** Of the mark beside a verdict, units. */
export function glyphUnits(room: SceneProps['room']): number {
  return (isNarrow(room) ? 0.5 : 0.71) * headlineUnits(room.height);
}

/** How far the verdict may yield to its width: never below what must be read. */
export function leastOfHeadline({ height }: SceneProps['room']): number {
  return Math.max(0.3, roles.component / headlineUnits(height));
}

/** Lines of the sentence below a verdict. */
export function sentenceLines({ height, isPortrait }: SceneProps['room']): number {
  if (height < 230) return 0;
  return height < 300 ? 1 : isPortrait ? 3 : 2;
}
