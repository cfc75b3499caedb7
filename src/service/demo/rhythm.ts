/**
 * How the demo's counts and sizes go through day and week. Functions of the time of day alone, so that the past that is made
 * up for the demo and what the service counts from now on are one line. Times are epoch milliseconds, days are UTC.
 */

import type { Random } from './random.ts';

const day = 86_400_000;

/** Share of a weekday's events that a Saturday or Sunday has. */
const weekendShare = 0.4;

/** From 0 (the same at all hours) to 1 (nothing at the quietest). */
const swing = 0.75;

/** Events come in bursts: time runs unevenly within slots of so many milliseconds. */
const slot = 600_000;

export interface Rhythm {
  /** Events of a weekday. */
  readonly perDay: number;
  /** Share of the day after which there are most. */
  readonly peak: number;
  /** When it begins anew at 0. */
  readonly period: 'never' | 'daily' | 'weekly';
  /** Sets its bursts apart from those of others. */
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

/** Since Monday, 29 December 1969. */
function weekTime(at: number): { readonly week: number; readonly weekday: number; readonly share: number } {
  const days = at / day + 3;
  const whole = Math.floor(days);
  return { week: Math.floor(whole / 7), weekday: whole % 7, share: days - whole };
}

/** From 0 to 1, repeatable. */
function noise(salt: number, number: number): number {
  let state = Math.imul(salt ^ number, 0x9e3779b1);
  state = Math.imul(state ^ (state >>> 15), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32;
}

/** Weekdays' worth of activity from the beginning of time until `at`; the day's peak after a share of it. */
export function activityUntil(at: number, peak = 0.55): number {
  const { week, weekday, share } = weekTime(at);
  const before = week * (5 + 2 * weekendShare) + Math.min(weekday, 5) + Math.max(0, weekday - 5) * weekendShare;
  const turn = 2 * Math.PI;
  const ofDay = share + (swing / turn) * (Math.sin(turn * (share - peak)) + Math.sin(turn * peak));
  return before + (weekday < 5 ? 1 : weekendShare) * ofDay;
}

/** Runs as time does over the hour, unevenly over minutes, never back. */
function unevenly(at: number, salt: number): number {
  const bound = (number: number) => (number + 0.8 * noise(salt, number)) * slot;
  const own = Math.floor(at / slot);
  const number = at < bound(own) ? own - 1 : own;
  const [from, to] = [bound(number), bound(number + 1)];
  return (number + (at - from) / (to - from)) * slot;
}

/** Begin of the period that a time lies in. */
function periodStart({ period, createdAt }: Rhythm, at: number): number {
  if (period === 'never') return createdAt;
  const midnight = Math.floor(at / day) * day;
  const begin = period === 'daily' ? midnight : midnight - weekTime(at).weekday * day;
  return Math.max(begin, createdAt);
}

/** What has been counted by `at`; falls where a period begins, nowhere else. */
export function countAt(rhythm: Rhythm, at: number): number {
  const { perDay, peak, salt } = rhythm;
  const counted = activityUntil(unevenly(at, salt), peak) - activityUntil(periodStart(rhythm, at), peak);
  return Math.max(0, Math.floor(perDay * counted));
}

/** Share by which a bucket grows on a weekday; most do not. */
export function growthOf(bucketId: string): number {
  let salt = 0;
  for (let index = 0; index < bucketId.length; index += 1)
    salt = (Math.imul(salt, 31) + bucketId.charCodeAt(index)) | 0;
  return noise(salt, 1) < 0.6 ? 0 : 0.002 + 0.028 * noise(salt, 2) ** 2;
}
