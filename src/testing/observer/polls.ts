/** Test helpers: polls of a deployment, as readings for the history record. */

import type { EndpointPath } from '#contract/endpoints.ts';
import type { GapCause } from '#contract/history.ts';
import { defaultVerdictSettings } from '#contract/host.ts';
import type { Severity } from '#domain/severity/severity.ts';
import type { Observation, ObservedRow, Reading } from '#host/history/reading.ts';
import { storedWord } from '#host/history/recorder/stored-word.ts';
import type { RecordedDeployment } from '#host/history/responses/context.ts';

export function recordedDeployment(what: Partial<RecordedDeployment> = {}): RecordedDeployment {
  return {
    slug: 'edge',
    name: 'Edge',
    demo: false,
    observe: 'all',
    words: {},
    verdict: defaultVerdictSettings,
    pollSeconds: 2,
    ...what,
  };
}

/** An answered poll. The response was complete at `at`, `took` milliseconds after the request. */
export function lookAt(
  at: number,
  path: EndpointPath,
  observation: Observation | null,
  {
    took = 10,
    vouched = 12_000,
    complete = true,
    changes = [],
    verdict = null,
  }: {
    readonly took?: number;
    readonly vouched?: number;
    readonly complete?: boolean;
    readonly changes?: Reading['changes'];
    readonly verdict?: Severity | null;
  } = {},
): Reading {
  const outcome = {
    kind: 'answered',
    validMilliseconds: vouched,
    complete,
    statedAt: null,
    observation,
  } as const;
  const told = verdict && { severity: verdict, isEarly: false };
  return { slug: 'edge', path, sentAt: at - took, at, ahead: null, outcome, changes, verdict: told };
}

export function failedAt(at: number, path: EndpointPath, cause: GapCause): Reading {
  return { ...lookAt(at, path, null), outcome: { kind: 'failed', cause, detail: null } };
}

export function listSaid(
  resource: Observation['resource'],
  rows: readonly (Pick<ObservedRow, 'key'> & Partial<ObservedRow>)[],
  more: Partial<Observation> = {},
): Observation {
  const whole = rows.map((row): ObservedRow => ({ word: null, body: null, amounts: null, ...row }));
  return { resource, word: null, claim: 'exact', rows: whole, totals: [], ...more };
}

export function statusSaid(
  word: string | null,
  components: Readonly<Record<string, string | null>> = {},
): Observation {
  const rows = Object.entries(components).map(([key, status]) => ({ key, word: storedWord(status) }));
  return listSaid('status', rows, { word: storedWord(word) });
}

export function regionsSaid(words: Readonly<Record<string, string>>): Observation {
  const rows = Object.entries(words).map(([code, status]) => ({
    key: code,
    word: storedWord(status),
    body: JSON.stringify({ code, name: `City of ${code}`, zone: 'eu-west', country: 'DE' }),
  }));
  return listSaid('region', rows, { totals: [{ name: 'totals/regions', value: rows.length }] });
}

/** Nodes by id, each with its region, status word and capacity. */
export function nodesSaid(
  nodes: Readonly<Record<string, readonly [pop: string, status: string, capacity?: string]>>,
): Observation {
  const rows = Object.entries(nodes).map(([id, [pop, status, capacity = '100G']]) => ({
    key: id,
    word: storedWord(status),
    body: JSON.stringify({ id, created_at: '2026-01-01T00:00:00Z', pop, capacity }),
  }));
  return listSaid('node', rows, { totals: [{ name: 'totals/nodes', value: rows.length }] });
}
