import { describe, expect, test } from 'vitest';
import { defaultRetention } from '#host/configuration/defaults.ts';
import { recorderStateOf, sharedStateOf } from './recorder-state.ts';

const since = Date.parse('2026-11-25T12:00:00.000Z');
const damaged = { kind: 'damaged', since: since - 60_000, kept: 'history.db.aside-20261125T115900Z' } as const;

function stateOf(
  hindrance: 'disk-full' | 'clock' | null,
  fullSince: number | null,
  notice: typeof damaged | null = null,
) {
  const record = { recorder: { hindrance, fullSince }, notice };
  return recorderStateOf({ record, failedOpening: null, failedSince: 0 }, defaultRetention);
}

describe('the notice about the record on every page', () => {
  test('shows a full disk with its start time, until there is room again', () => {
    const notice = { kind: 'disk-full', since, kept: null };
    expect(stateOf('disk-full', since)).toMatchObject({ recording: false, reason: 'disk-full', notice });
    expect(stateOf('disk-full', since, damaged)).toMatchObject({ notice });
    expect(stateOf(null, null)).toMatchObject({ recording: true, reason: null, notice: null });
    expect(stateOf(null, null, damaged)).toMatchObject({ recording: true, notice: damaged });
  });

  test('shows a clock that is wrong', () => {
    expect(stateOf('clock', null)).toMatchObject({ recording: false, reason: 'clock', notice: null });
  });

  test('shows a file that could not be opened, since the first attempt', () => {
    const hindered = { kind: 'locked' } as const;
    expect(
      recorderStateOf({ record: null, failedOpening: hindered, failedSince: since }, defaultRetention),
    ).toMatchObject({
      recording: false,
      reason: 'locked',
      notice: { kind: 'locked', since, kept: null },
    });
    expect(recorderStateOf(null, defaultRetention)).toMatchObject({ recording: false, reason: null });
  });

  test('names another host that records without a notice, if this one has its history', () => {
    const following = {
      record: null,
      failedOpening: { kind: 'locked' },
      failedSince: since,
      isFollowing: true,
    } as const;
    expect(recorderStateOf(following, defaultRetention)).toMatchObject({
      recording: false,
      reason: 'locked',
      notice: null,
    });
    expect(sharedStateOf([following], defaultRetention)).toEqual({ recording: true, reason: null });
  });
});

test('records that hosts share are recorded if each is, by any host', () => {
  const here = {
    record: { recorder: { hindrance: null, fullSince: null }, notice: null },
    failedOpening: null,
  };
  const elsewhere = { record: null, failedOpening: { kind: 'locked' } } as const;
  const failing = { record: null, failedOpening: { kind: 'store' } } as const;
  const starting = { record: null, failedOpening: null };
  const stateOfAll = (
    ...records: readonly Omit<Parameters<typeof recorderStateOf>[0] & object, 'failedSince'>[]
  ) =>
    sharedStateOf(
      records.map((each) => ({ ...each, failedSince: since })),
      defaultRetention,
    );
  expect(stateOfAll(here, elsewhere)).toEqual({ recording: true, reason: null });
  expect(stateOfAll(elsewhere)).toEqual({ recording: true, reason: null });
  expect(stateOfAll(here, failing)).toEqual({ recording: false, reason: 'store' });
  expect(stateOfAll(here, starting)).toEqual({ recording: false, reason: null });
});
