/**
 * Test helpers: history files that the test removes at its end, and rows of one endpoint and one component.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Row, RowOf } from '#host/history/rows.ts';
import { openStore } from '#host/history/store/sqlite/open-store.ts';

export const hour = 3_600_000;
export const day = 24 * hour;
export const beginning = Date.parse('2026-11-01T00:00:00.000Z');

export function fileOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'history.db');
}

export async function open(file: string) {
  const opening = await openStore(file);
  if (opening.kind !== 'open') throw new Error(`It is ${opening.kind}: ${opening.why}`);
  onTestFinished(() => opening.store.close());
  return opening;
}

export const endpoint: RowOf<'endpoint'> = {
  table: 'endpoint',
  id: 1,
  deployment: 'cdn',
  path: '/api/v1/events',
};
export const subject: RowOf<'subject'> = {
  table: 'subject',
  id: 1,
  deployment: 'cdn',
  kind: 'component',
  key: 'API',
  occurrence: 1,
};
export const word: RowOf<'word'> = { table: 'word', id: 1, text: 'operational', form: 'whole' };

export function look(at: number, more: Partial<Extract<Row, { table: 'look' }>> = {}): Row {
  return {
    table: 'look',
    endpoint: 1,
    seq: at,
    run: 1,
    at: beginning + at,
    sentAt: beginning + at - 5,
    vouched: 70_000,
    complete: true,
    cause: null,
    detail: null,
    statedAt: null,
    ...more,
  };
}

export function span(from: number, to: number | null): Row {
  const open = { table: 'span', subject: 1, word: 1, endpoint: 1, folded: 0, notBefore: null } as const;
  return { ...open, from: beginning + from, to: to === null ? null : beginning + to };
}

export function value(at: number, amount: number | bigint, series = 1): Row {
  return { table: 'value', series, at: beginning + at, value: amount };
}
