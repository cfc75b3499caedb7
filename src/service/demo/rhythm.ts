/**
 * Daily and weekly rhythm of the demo's counts and sizes. Pure functions of time, so the generated history
 * and the live service form one continuous curve. Times are epoch milliseconds, days are UTC.
 */

import type { Random } from './random.ts';

const day = 86_400_000;

/** Activity of a Saturday or Sunday, as a share of a weekday. */
const weekendShare = 0.4;

/** Daily variation of activity, from 0 (constant activity) to 1 (no activity at the quietest hour). */
const swing = 0.75;

/** Mean length of a slot in milliseconds. */
const slot = 600_000;

export interface Rhythm {
  readonly perDay: number;
  /** Time of the daily peak, as a share of the day. */
  readonly peak: number;
  readonly period: 'never' | 'daily' | 'weekly';
  readonly salt: number;
  readonly createdAt: number;
}

export function makeRhythm(random: Random, createdAt: number): Rhythm {
  const share = random.next();
  return {
    perDay: random.logNormal(4_000, 1.6),
    peak: 0.4 + 0.25 * random.next(),
    period: share < 0.12 ? 'daily' : share < 0.3 ? 'weekly' : 'never',
    salt: random.integer(1, 2 ** 30),
    createdAt,
  };
}

/** Splits a time into week, weekday (0 is Monday) and share of the day. Week 0 began on 29 December 1969. */
function weekTime(at: number): { readonly week: number; readonly weekday: number; readonly share: number } {
  const days = at / day + 3;
  const whole = Math.floor(days);
  return { week: Math.floor(whole / 7), weekday: whole % 7, share: days - whole };
}

function noise(salt: number, number: number): number {
  let state = Math.imul(salt ^ number, 0x9e3779b1);
  state = Math.imul(state ^ (state >>> 15), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * Returns the activity accumulated until `at`, in weekdays of activity. `peak` is the time of the daily peak,
 * as a share of the day.
 */
export function activityUntil(at: number, peak = 0.55): number {
  const { week, weekday, share } = weekTime(at);
  const before = week * (5 + 2 * weekendShare) + Math.min(weekday, 5) + Math.max(0, weekday - 5) * weekendShare;
  const fullTurn = 2 * Math.PI;
  const ofDay = share + (swing / fullTurn) * (Math.sin(fullTurn * (share - peak)) + Math.sin(fullTurn * peak));
  return before + (weekday < 5 ? 1 : weekendShare) * ofDay;
}

/**
 * Maps slots of random real length to slots of equal length, so that events come in bursts. Monotonic, and equal to
 * real time over an hour.
 */
function unevenly(at: number, salt: number): number {
  const bound = (number: number) => (number + 0.8 * noise(salt, number)) * slot;
  const own = Math.floor(at / slot);
  const number = at < bound(own) ? own - 1 : own;
  const [from, to] = [bound(number), bound(number + 1)];
  return (number + (at - from) / (to - from)) * slot;
}

function periodStart({ period, createdAt }: Rhythm, at: number): number {
  if (period === 'never') return createdAt;
  const midnight = Math.floor(at / day) * day;
  const begin = period === 'daily' ? midnight : midnight - weekTime(at).weekday * day;
  return Math.max(begin, createdAt);
}

/** Returns the count of an event type at `at`. It falls only at the start of a day or week (`period`). */
export function countAt(rhythm: Rhythm, at: number): number {
  const { perDay, peak, salt } = rhythm;
  const counted = activityUntil(unevenly(at, salt), peak) - activityUntil(periodStart(rhythm, at), peak);
  return Math.max(0, Math.floor(perDay * counted));
}

/** Returns the growth of a bucket per weekday, as a share of its size. Most buckets do not grow. */
export function growthOf(bucketId: string): number {
  let salt = 0;
  for (let index = 0; index < bucketId.length; index += 1)
    salt = (Math.imul(salt, 31) + bucketId.charCodeAt(index)) | 0;
  return noise(salt, 1) < 0.6 ? 0 : 0.002 + 0.028 * noise(salt, 2) ** 2;
}
