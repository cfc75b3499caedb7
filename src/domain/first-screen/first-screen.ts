/**
 * Data that the host passes to the server-rendering of a first screen (app/draw.tsx), and delivers with the
 * page.
 */

import type { AppConfig } from '#contract/host.ts';
import type { ListResource } from '#contract/resources.ts';
import type { DeliveredTally } from './delivered-tally.ts';

export interface DeliveredResponse {
  /** Address relative to the app's base. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ShownList {
  readonly resource: ListResource;
  readonly region?: string;
}

/** Known `limit` of lists: with it, a list is complete in one response. By {@link listKey}. */
export type KnownLimits = Readonly<Record<string, number>>;

export function listKey(slug: string, path: string): string {
  return `${slug} ${path}`;
}

export interface FirstScreen {
  readonly config: AppConfig;
  /** Path under which the app is served: `/prefix`, or empty for the root. */
  readonly basePath: string;
  readonly path: string;
  readonly answers: readonly DeliveredResponse[];
  readonly tallies: readonly DeliveredTally[];
}

export interface DrawnScreen {
  readonly markup: string;
  readonly styles: string;
}

export const nothingDrawn: DrawnScreen = { markup: '', styles: '' };
