import type { VolumeReading } from '#app/observe/session/record.ts';
import type { Source } from '#app/queries/source.ts';
import type { EventType } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';

/** What every panel of the events page rests on. */
export interface EventPanelProps {
  readonly source: Source<Listing<EventType>>;
  readonly listing: Listing<EventType> | null;
  /** Since the page opened, oldest first. */
  readonly readings: readonly VolumeReading[];
  /** Sources in the order of their colours (volumes.ts). */
  readonly order: readonly string[];
  readonly slug: string;
}
