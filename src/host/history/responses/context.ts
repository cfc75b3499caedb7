/** Types of requests and responses below `/history`. */

import type { HistoryNotice, HistoryState, IdleReason, Retention } from '#contract/history.ts';
import type { VerdictSettings } from '#contract/host.ts';
import type { Problem } from '#contract/problem.ts';
import type { WordOverrides } from '#domain/severity/classify.ts';
import type { Known } from '../memory/known.ts';
import type { PlannedWork } from '../reports/month/planned-work.ts';
import type { SpanTable } from '../spans/span-table.ts';
import type { HistoryStore } from '../store/store.ts';

export interface RecordedDeployment {
  readonly slug: string;
  readonly name: string;
  readonly demo: boolean;
  readonly observe: HistoryState['observe'];
  readonly words: WordOverrides;
  readonly verdict: VerdictSettings;
  readonly pollSeconds: number;
  readonly planned: readonly PlannedWork[];
}

export interface RecorderState {
  readonly recording: boolean;
  readonly reason: IdleReason | null;
  /** Notice for every page, with `since` in epoch milliseconds; `null` if there is none. */
  readonly notice: (Omit<HistoryNotice, 'since'> & { readonly since: number }) | null;
  /** Whether another host records, and this one has its history. `reason` is then `locked`. */
  readonly isFollowing?: boolean;
  readonly retention: Retention;
}

/** All deployments, and the context of each: the demo has a history record of its own. */
export interface ResponseContexts {
  readonly deployments: readonly RecordedDeployment[];
  of(deployment: RecordedDeployment): ResponseContext;
}

export interface ResponseContext {
  readonly recorder: RecorderState;
  readonly known: Known;
  readonly spans: SpanTable;
  /** The history file or database; `null` if there is none, or while another host uses the file. */
  readonly store: HistoryStore | null;
  /** Current time, in epoch milliseconds. */
  readonly now: number;
}

export interface Question {
  /** Path after `/history`, without trailing slashes: empty, `/edge`, `/edge/strips`. */
  readonly path: string;
  readonly search: string;
  readonly ifNoneMatch: string | null;
  readonly acceptEncoding: string | null;
  /** Whether shared caches may store the response, because there is no access control. */
  readonly isPublic: boolean;
  /** Slugs of the deployments that the viewer may see; `null` for all. */
  readonly visible: ReadonlySet<string> | null;
  /**
   * Present if the response is an Atom feed: `path` is then that of a deployment, or empty. `publicUrl` is the address
   * of the host for links; `null` if it is not configured.
   */
  readonly feed?: { readonly publicUrl: string | null };
  /**
   * Present if the response is a handover in Markdown: address of the host as the viewer requested it, for absolute
   * links, without a slash at its end.
   */
  readonly markdownBase?: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Body, perhaps compressed; `null` for a 304. */
  readonly body: Uint8Array<ArrayBuffer> | null;
}

interface RefusalMore {
  readonly parameter?: string;
  readonly code?: Problem['code'];
  readonly headers?: Readonly<Record<string, string>>;
}

export class Refusal extends Error {
  readonly status: number;
  readonly parameter: string | undefined;
  readonly code: Problem['code'];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, { parameter, code, headers = {} }: RefusalMore = {}) {
    super(detail);
    this.status = status;
    this.parameter = parameter;
    this.code = code;
    this.headers = headers;
  }
}

export function badParameter(parameter: string, detail: string): Refusal {
  return new Refusal(400, detail, { parameter });
}

export function stamp(time: number): string {
  return new Date(time).toISOString();
}

export function stampOrNull(time: number | null): string | null {
  return time === null || !Number.isFinite(time) ? null : stamp(time);
}
