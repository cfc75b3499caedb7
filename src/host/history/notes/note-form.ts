/** Reads the JSON of a posted note or withdrawal. Each mistake is a refusal that names the member. */

import { subjectKinds } from '#contract/history.ts';
import { isPlainObject } from '#contract/json/parse.ts';
import { mostOfLink, mostOfName, mostOfReason, mostOfText } from '#contract/notes.ts';
import { badParameter, Refusal } from '../responses/context.ts';
import { mostDays, timeOf } from '../responses/parameters.ts';
import type { HistoryRequest } from '../responses/windowed.ts';
import type { NewNote } from '../store/notes.ts';

type Members = Readonly<Record<string, unknown>>;

const day = 86_400_000;

/** Parses a JSON object with known members. A member of `null` counts as absent. */
function membersOf(body: string, allowed: readonly string[]): Members {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
  if (!isPlainObject(parsed)) throw new Refusal(400, 'The body must be a JSON object.');
  for (const name of Object.keys(parsed))
    if (!allowed.includes(name)) throw badParameter(name, `There is no member “${name.slice(0, 40)}” here.`);
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== null));
}

/** Also characters that turn the direction of the text after them, so that a name would change what follows it. */
const controls = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const controlsButLines = /(?![\n\t])\p{Cc}/u;

/** Reads a text without blanks around it. @param most - maximum code points. @returns `null` if it is absent. */
function textOrNull(members: Members, name: string, most: number, hasLines = false): string | null {
  const value = members[name];
  if (value === undefined) return null;
  if (typeof value !== 'string') throw badParameter(name, `“${name}” must be a text.`);
  const text = value.replaceAll('\r\n', '\n').trim();
  if (text === '') throw badParameter(name, `“${name}” is empty.`);
  // A code point has at most two UTF-16 units.
  if (text.length > 2 * most || Array.from(text).length > most)
    throw badParameter(name, `“${name}” has at most ${most} characters.`);
  if (!text.isWellFormed() || (hasLines ? controlsButLines : controls).test(text))
    throw badParameter(name, `“${name}” contains a control character or broken Unicode.`);
  return text;
}

function textIn(members: Members, name: string, most: number): string {
  const text = textOrNull(members, name, most, true);
  if (text === null) throw badParameter(name, `“${name}” is missing.`);
  return text;
}

function linkIn(members: Members): string | null {
  const text = textOrNull(members, 'link', mostOfLink);
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hostname === '')
    throw badParameter('link', '“link” must be an address that begins with http:// or https://.');
  if (url.username !== '' || url.password !== '')
    throw badParameter('link', '“link” must not contain a user name or password.');
  return url.href;
}

/** Reads who acts. @param name - as access control states it; `null`: the typed name counts. */
function personIn(members: Members, name: string | null): { readonly who: string; readonly verified: boolean } {
  const typed = textOrNull(members, 'who', mostOfName);
  if (name !== null) {
    if (typed !== null && typed !== name)
      throw badParameter('who', `You are logged in as ${name}. “who” cannot be another name.`);
    return { who: name, verified: true };
  }
  if (typed === null) throw badParameter('who', '“who” is missing: the log-in gives no name.');
  return { who: typed, verified: false };
}

function timeIn(members: Members, name: string, now: number): number | null {
  const value = members[name];
  if (value === undefined) return null;
  if (typeof value !== 'string') throw badParameter(name, `“${name}” must be a text.`);
  const time = timeOf(name, value);
  if (Math.abs(time - now) > mostDays * day)
    throw badParameter(name, `“${name}” is more than ${mostDays} days from now.`);
  return time;
}

function timesIn(members: Members, now: number): { readonly from: number; readonly to: number } {
  const [from, to] = [timeIn(members, 'from', now), timeIn(members, 'to', now)];
  if (from === null && to !== null) throw badParameter('from', '“to” requires “from”.');
  const begin = from ?? now;
  if (to !== null && to < begin) throw badParameter('to', '“to” is before “from”.');
  return { from: begin, to: to ?? begin };
}

const noSubject = { kind: null, key: null, occurrence: null } as const;

function subjectIn(
  members: Members,
  { context, deployment: { slug } }: HistoryRequest,
): Pick<NewNote, 'kind' | 'key' | 'occurrence'> {
  const { kind: named, key, occurrence = 1 } = members;
  if (named === undefined) {
    for (const name of ['key', 'occurrence'])
      if (members[name] !== undefined) throw badParameter('kind', `“${name}” requires “kind”.`);
    return noSubject;
  }
  const kind = subjectKinds.find((each) => each === named);
  if (!kind) throw badParameter('kind', `“kind” is one of ${subjectKinds.join(', ')}.`);
  if (typeof key !== 'string') throw badParameter('key', '“key” must be a text.');
  if (typeof occurrence !== 'number' || !Number.isSafeInteger(occurrence) || occurrence < 1)
    throw badParameter('occurrence', '“occurrence” must be a whole number from 1.');
  const isDeployment = kind === 'deployment' && key === slug && occurrence === 1;
  if (!isDeployment && !context.known.subjectOf(slug, kind, key, occurrence))
    throw badParameter('key', `The history has no such ${kind}.`);
  return { kind, key, occurrence };
}

const noteMembers = ['text', 'who', 'from', 'to', 'link', 'kind', 'key', 'occurrence'];

/**
 * Reads a note.
 * @param name - the viewer's name as access control states it; `null`: the typed name counts.
 * @throws Refusal that names the wrong member.
 */
export function noteIn(
  body: string,
  name: string | null,
  request: HistoryRequest,
): Omit<NewNote, 'deployment' | 'at' | 'requestKey'> {
  const members = membersOf(body, noteMembers);
  return {
    text: textIn(members, 'text', mostOfText),
    ...personIn(members, name),
    ...timesIn(members, request.context.now),
    link: linkIn(members),
    ...subjectIn(members, request),
  };
}

/** Reads a withdrawal, as {@link noteIn} does. */
export function withdrawalIn(body: string, name: string | null) {
  const members = membersOf(body, ['reason', 'who']);
  const { who, verified } = personIn(members, name);
  return { reason: textIn(members, 'reason', mostOfReason), withdrawnBy: who, withdrawnVerified: verified };
}
