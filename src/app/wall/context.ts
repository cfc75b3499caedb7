import type { Deployment } from '../../contract/host.ts';
import type { WallSettings } from './options.ts';

/** What every scene is given. */
export interface SceneProps {
  readonly deployment: Deployment;
  readonly settings: WallSettings;
  /** CSS pixels of one unit. */
  readonly unit: number;
  /** Of the screen, units: what stands below a problem is left out where it would take its room. */
  readonly room: { readonly width: number; readonly height: number; readonly isPortrait: boolean };
  /** How often the scene had a turn: it shows its next page each time. */
  readonly turn: number;
}
