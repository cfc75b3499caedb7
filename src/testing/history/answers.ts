/** Test helper: the answers of the history API from one store, to compare stores by them. */

import { expect } from 'vitest';
import { defaultVerdictSettings } from '#contract/host.ts';
import { recall } from '#host/history/history-store.ts';
import { respond } from '#host/history/responses/respond.ts';
import type { HistoryStore } from '#host/history/store/store.ts';

const day = 86_400_000;
const retention = { rawDays: 1, hourDays: 6, spanDays: 6 };

function questionsAt(now: number): readonly string[] {
  const window = `from=${new Date(now - 7 * day).toISOString()}&to=${new Date(now).toISOString()}`;
  return [
    '',
    `/sight?${window}`,
    `/spans?${window}`,
    '/since',
    `/strips?kind=component&${window}`,
    `/strips?kind=node&${window}`,
    `/changes?${window}&limit=1000`,
    `/levels?${window}`,
    `/growth?name=events&${window}`,
    `/growth?name=totals/capacity&${window}`,
    '/report?month=2026-11',
    `/handover?from=${new Date(now - day).toISOString()}&to=${new Date(now).toISOString()}`,
    `/notes?${window}`,
  ];
}

/**
 * Reads a week before `now`, and two moments in it.
 * @param now - epoch milliseconds, in November 2026.
 * @returns the bodies by question.
 */
export async function answersOf(
  store: HistoryStore,
  slug: string,
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const { present: known, spans } = await recall(store);
  const recorder = { recording: true, reason: null, notice: null, retention };
  const deployment = { slug, name: slug, demo: false, observe: 'all', words: {} } as const;
  const all = {
    deployments: [{ ...deployment, verdict: defaultVerdictSettings, pollSeconds: 60, planned: [] }],
    of: () => ({ recorder, known, spans, store, now }),
  };
  const common = { ifNoneMatch: null, acceptEncoding: null, isPublic: true, visible: null };
  const past = [2 * day, day / 8].flatMap((age) =>
    known
      .endpoints(slug)
      .filter(({ path }) => !path.endsWith('/assets'))
      .map(({ path }) => `/at/${new Date(now - age).toISOString()}${path}`),
  );
  const texts = new Map<string, string>();
  for (const question of [...questionsAt(now), ...past]) {
    const [path = '', search = ''] = question.split('?');
    // oxlint-disable-next-line no-await-in-loop -- the first wrong answer is reported
    const { status, body } = await respond({ path: `/${slug}${path}`, search: `?${search}`, ...common }, all);
    expect({ question, status }).toEqual({ question, status: 200 });
    texts.set(question, new TextDecoder().decode(body ?? new Uint8Array()));
  }
  return texts;
}
