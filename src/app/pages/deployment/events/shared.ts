import type { VolumeReading } from '#app/observe/session/record.ts';
import type { ListView } from '#app/table/use-list-page.ts';
import type { EventType } from '#contract/resources.ts';

/** What every panel of the events page rests on. */
export interface EventPanelProps {
  readonly list: ListView<EventType>;
  /** Since the page opened, oldest first. */
  readonly readings: readonly VolumeReading[];
  /** Sources in the order of their colours (volumes.ts). */
  readonly order: readonly string[];
}
