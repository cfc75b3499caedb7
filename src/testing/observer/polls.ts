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
    planned: [],
    ...what,
  };
}

/**
 * An answered poll. The response was complete at `at` (epoch milliseconds), `took` milliseconds after the
 * request.
 */
export function answeredAt(
  at: number,
  path: EndpointPath,
  observation: Observation | null,
  {
    took = 10,
    vouched: validMilliseconds = 12_000,
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
    validMilliseconds,
    complete,
    statedAt: null,
    observation,
  } as const;
  const recordedVerdict = verdict && { severity: verdict, isEarly: false };
  return { slug: 'edge', path, sentAt: at - took, at, ahead: null, outcome, changes, verdict: recordedVerdict };
}

export function failedAt(at: number, path: EndpointPath, cause: GapCause): Reading {
  return { ...answeredAt(at, path, null), outcome: { kind: 'failed', cause, detail: null } };
}

export function listObservation(
  resource: Observation['resource'],
  rows: readonly (Pick<ObservedRow, 'key'> & Partial<ObservedRow>)[],
  more: Partial<Observation> = {},
): Observation {
  const whole = rows.map((row): ObservedRow => ({ word: null, body: null, amounts: null, ...row }));
  return { resource, word: null, claim: 'exact', rows: whole, totals: [], ...more };
}

export function statusObservation(
  word: string | null,
  components: Readonly<Record<string, string | null>> = {},
): Observation {
  const rows = Object.entries(components).map(([key, status]) => ({ key, word: storedWord(status) }));
  return listObservation('status', rows, { word: storedWord(word) });
}

export function regionsObservation(words: Readonly<Record<string, string>>): Observation {
  const rows = Object.entries(words).map(([code, status]) => ({
    key: code,
    word: storedWord(status),
    body: JSON.stringify({ code, name: `City of ${code}`, zone: 'eu-west', country: 'DE' }),
  }));
  return listObservation('region', rows, { totals: [{ name: 'totals/regions', value: rows.length }] });
}

/** An observation of a node list. */
export function nodesObservation(
  nodes: Readonly<Record<string, readonly [pop: string, status: string, capacity?: string]>>,
): Observation {
  const rows = Object.entries(nodes).map(([id, [pop, status, capacity = '100G']]) => ({
    key: id,
    word: storedWord(status),
    body: JSON.stringify({ id, created_at: '2026-01-01T00:00:00Z', pop, capacity }),
  }));
  return listObservation('node', rows, { totals: [{ name: 'totals/nodes', value: rows.length }] });
}
