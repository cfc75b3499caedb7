import type { ListView } from '#app/table/use-list-page.ts';
import type { EventType } from '#contract/resources.ts';

export interface EventPanelProps {
  readonly list: ListView<EventType>;
  /** Event sources in the order of their colours (source-colours.ts). */
  readonly order: readonly string[];
}
