import type { VolumeReading } from '#app/observe/session/session-log.ts';
import type { ListView } from '#app/table/use-list-page.ts';
import type { EventType } from '#contract/resources.ts';
import type { ChangeMark } from './volumes/change-marks.ts';
import type { Unit, ValueOf } from './volumes/volumes.ts';

export interface EventPanelProps {
  readonly list: ListView<EventType>;
  /** Since the page opened, oldest first. */
  readonly readings: readonly VolumeReading[];
  /** Sources in the order of their colours (volumes.ts). */
  readonly order: readonly string[];
}

export interface Series {
  readonly key: string;
  readonly name: string;
  readonly colour: string;
  readonly valueOf: ValueOf;
}

export interface VolumeAreaProps {
  readonly caption: string;
  readonly readings: readonly VolumeReading[];
  readonly series: readonly Series[];
  readonly unit: Unit;
  readonly marks?: readonly ChangeMark[];
  /** Whether to draw the volume added since the first reading, not the reported one. */
  readonly added: boolean;
  readonly height: number;
}

export const volumeViews = [
  { value: 'added', label: 'Added' },
  { value: 'reported', label: 'As reported' },
] as const;
