/** Serialises and parses `webhook.json`, the stored {@link Queue}. */

import { isPlainObject } from '#contract/json/parse.ts';
import { isSeverity, type Severity } from '#domain/severity/severity.ts';
import type { PartKind } from '../observe/messages.ts';
import { type Message, mostListed, type PartChange } from './message.ts';
import { mostPending, type Queue, type Reported } from './queue.ts';

/** Id of the target that the setting `webhook` defines. */
const singleTarget = 'webhook';

export function queueToText({ reported, pending }: Queue): string {
  const byslug = [...reported].map(([slug, state]) => [slug, reportedToJson(state)]);
  return `${JSON.stringify({ reported: Object.fromEntries(byslug), pending: Object.fromEntries(pending) })}\n`;
}

export function reportedToJson({ severity, parts }: Reported): object {
  return { severity, parts: parts && Object.fromEntries(parts) };
}

/** The error of an invalid file. Its message is a clause that says where the file is wrong. */
export class QueueFileError extends Error {
  override readonly name = 'QueueFileError';
}

function object(value: unknown, at: string): Record<string, unknown> {
  if (isPlainObject(value)) return value;
  throw new QueueFileError(`${at} is not an object`);
}

function text(value: unknown, at: string): string {
  if (typeof value === 'string') return value;
  throw new QueueFileError(`${at} is not a text`);
}

function severity(value: unknown, at: string): Severity {
  if (typeof value === 'string' && isSeverity(value)) return value;
  throw new QueueFileError(`${at} is not a severity`);
}

function list(value: unknown, at: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new QueueFileError(`${at} is not a list`);
}

function orNull<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === null ? null : read(value);
}

const kinds: readonly PartKind[] = ['deployment', 'component', 'region', 'nodes'];

function changeOf(value: unknown, at: string): PartChange {
  const from = object(value, at);
  const kind = kinds.find((each) => each === from['kind']);
  if (!kind) throw new QueueFileError(`${at}.kind is unknown`);
  const nullable = (name: string) => orNull(from[name], (each) => text(each, `${at}.${name}`));
  return {
    kind,
    key: text(from['key'], `${at}.key`),
    name: text(from['name'], `${at}.name`),
    word: nullable('word'),
    severity: severity(from['severity'], `${at}.severity`),
    before: severity(from['before'], `${at}.before`),
    since: nullable('since'),
    notBefore: nullable('notBefore'),
    detail: text(from['detail'], `${at}.detail`),
  };
}

/** Reads a stored message. @param at - its place, for the error. @throws QueueFileError */
export function messageOf(value: unknown, at: string): Message {
  const from = object(value, at);
  const more = from['more'] ?? 0;
  if (typeof more !== 'number') throw new QueueFileError(`${at}.more is not a number`);
  return {
    ...headOf(from, at),
    url: orNull(from['url'], (each) => text(each, `${at}.url`)),
    changes: list(from['changes'], `${at}.changes`)
      .slice(0, mostListed)
      .map((each, index) => changeOf(each, `${at}.changes[${index}]`)),
    more,
  };
}

function headOf(from: Record<string, unknown>, at: string): Omit<Message, 'url' | 'changes' | 'more'> {
  return {
    id: text(from['id'], `${at}.id`),
    deployment: text(from['deployment'], `${at}.deployment`),
    name: text(from['name'], `${at}.name`),
    severity: severity(from['severity'], `${at}.severity`),
    before: severity(from['before'], `${at}.before`),
    headline: text(from['headline'], `${at}.headline`),
    at: text(from['at'], `${at}.at`),
  };
}

/** Reads a message that the version before stored, which stored only changes of verdicts. */
function oldMessageOf(value: unknown, at: string): Message {
  const head = headOf(object(value, at), at);
  const { deployment: key, name, severity: now, before } = head;
  const change = { kind: 'deployment', key, name, word: null, severity: now, before } as const;
  return { ...head, url: null, more: 0, changes: [{ ...change, since: head.at, notBefore: null, detail: '' }] };
}

/** Reads a stored state. @param at - its place, for the error. @throws QueueFileError */
export function reportedOf(value: unknown, at: string): Reported {
  if (typeof value === 'string') return { severity: severity(value, at), parts: null };
  const from = object(value, at);
  const parts = orNull(from['parts'], (each) => {
    const entries = Object.entries(object(each, `${at}.parts`));
    return new Map(entries.map(([key, of]) => [key, severity(of, `${at}.parts`)]));
  });
  return { severity: severity(from['severity'], `${at}.severity`), parts };
}

function messagesOf(value: unknown, at: string, read: typeof messageOf): readonly Message[] {
  return list(value, at)
    .slice(-mostPending)
    .map((each, index) => read(each, `${at}[${index}]`));
}

/**
 * Parses the text of `webhook.json`.
 * @throws QueueFileError if any part of the text is invalid.
 */
export function queueFromText(written: string): Queue {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    throw new QueueFileError('it is not JSON');
  }
  const { reported, pending = {}, told, waiting } = object(value, 'it');
  const states = Object.entries(object(reported ?? told, 'reported'));
  const queues = Object.entries(object(pending, 'pending')).map(
    ([id, own]) => [id, messagesOf(own, `pending.${id}`, messageOf)] as const,
  );
  const old = waiting === undefined ? [] : messagesOf(waiting, 'waiting', oldMessageOf);
  return {
    reported: new Map(states.map(([slug, of]) => [slug, reportedOf(of, `reported.${slug}`)])),
    pending: new Map([...queues, ...(old.length > 0 ? [[singleTarget, old] as const] : [])]),
  };
}
