/**
 * Validates tallies that an open page requests from the host. The host may have a newer build than the page
 * by then.
 */

import { isEndpointPath } from '#contract/endpoints.ts';
import { isPlainObject } from '#contract/json/parse.ts';
import type { Claim } from '../lists/claim.ts';
import type { WrittenSum } from '../lists/list-total.ts';
import type { Tally, TallyGroup } from '../verdict/tally.ts';
import type { DeliveredTally } from './delivered-tally.ts';

/** Pattern of a sum as decimal text. The number of digits is limited, so that parsing stays cheap. */
const digits = /^-?\d{1,60}$/;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const isAmount = (value: unknown): value is number => typeof value === 'number' && value >= 0;

function claimOf(value: unknown): Claim | null {
  if (!isPlainObject(value)) return null;
  const { kind, regions, reasons, cut, first } = value;
  if (kind === 'exact') return { kind };
  if (kind === 'known-regions') return isAmount(regions) ? { kind, regions } : null;
  if (kind !== 'at-least' || !Array.isArray(reasons)) return null;
  return {
    kind,
    reasons: reasons.filter(isText),
    ...(Array.isArray(cut) && { cut: cut.filter(isText) }),
    ...(isAmount(first) && { first }),
  };
}

function groupOf(value: unknown): readonly TallyGroup[] {
  if (!isPlainObject(value)) return [];
  const { code, name, word, count } = value;
  if (!isTextOrNull(code) || !isTextOrNull(name) || !isTextOrNull(word) || !isAmount(count)) return [];
  return [{ code, name, word, count }];
}

function tallyOf(value: unknown): Tally | null | undefined {
  if (value === null) return null;
  if (!isPlainObject(value) || !Array.isArray(value['groups'])) return undefined;
  const claim = claimOf(value['claim']);
  const groups = value['groups'].flatMap(groupOf);
  return claim && groups.length === value['groups'].length ? { claim, groups } : undefined;
}

function sumOf(value: unknown): WrittenSum | null {
  if (!isPlainObject(value)) return null;
  const { total, missing } = value;
  return isText(total) && digits.test(total) && isAmount(missing) ? { total, missing } : null;
}

/** Decodes a response with tallies and leaves out invalid ones; `null` if the response is not a list. */
export function decodeTallies(value: unknown): readonly DeliveredTally[] | null {
  if (!Array.isArray(value)) return null;
  return value.flatMap((entry: unknown): readonly DeliveredTally[] => {
    if (!isPlainObject(entry)) return [];
    const { slug, path, heldMilliseconds, ageSeconds, lifetimeMilliseconds, leftMilliseconds } = entry;
    const tally = tallyOf(entry['tally']);
    const [bytes, objects] = [sumOf(entry['bytes']), sumOf(entry['objects'])];
    if (!isText(slug) || !isText(path) || !isEndpointPath(path) || tally === undefined) return [];
    if (!isAmount(heldMilliseconds) || !isAmount(ageSeconds)) return [];
    // `leftMilliseconds` is negative for a stale copy.
    if (!isAmount(lifetimeMilliseconds) || typeof leftMilliseconds !== 'number') return [];
    const times = { heldMilliseconds, ageSeconds, lifetimeMilliseconds, leftMilliseconds };
    return [{ slug, path, ...times, tally, ...(bytes && { bytes }), ...(objects && { objects }) }];
  });
}
