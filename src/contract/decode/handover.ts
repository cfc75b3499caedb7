import { changedKinds, type GapCause, gapCauses } from '../history.ts';
import type {
  AllHandovers,
  Handover,
  HandoverChanges,
  HandoverCut,
  HandoverEvent,
  HandoverGap,
} from '../reports/handover.ts';
import {
  amount,
  changeOf,
  type Fields,
  fieldsOf,
  oneOf,
  spanOf,
  text,
  textOrNull,
  time,
  timeOrNull,
} from './history.ts';
import { figure } from './history-series.ts';
import { listOf } from './list-of.ts';
import { noteOf } from './notes.ts';

function gapOf(row: Fields): HandoverGap {
  return {
    endpoint: text(row, 'endpoint'),
    from: time(row, 'from'),
    to: time(row, 'to'),
    cause: oneOf<GapCause>(gapCauses, row, 'cause'),
    seconds: amount(row, 'seconds'),
  };
}

function changesOf(fields: Fields): HandoverChanges {
  const list = (name: keyof HandoverChanges) => listOf(fields, name, changeOf);
  return {
    states: list('states'),
    appeared: list('appeared'),
    vanished: list('vanished'),
    returned: list('returned'),
    moved: list('moved'),
    capacity: list('capacity'),
    words: list('words'),
    contradictions: list('contradictions'),
  };
}

function eventOf(row: Fields): HandoverEvent {
  return {
    id: text(row, 'id'),
    name: textOrNull(row, 'name'),
    source: textOrNull(row, 'source'),
    first: figure(row, 'first'),
    last: figure(row, 'last'),
    falls: amount(row, 'falls'),
  };
}

function cutOf(fields: Fields): HandoverCut {
  const changes = fieldsOf(fields['changes'] ?? {}, 'cut');
  const count = (name: 'blind' | 'open' | 'ended' | 'events' | 'notes') =>
    fields[name] == null ? 0 : amount(fields, name);
  return {
    blind: count('blind'),
    open: count('open'),
    ended: count('ended'),
    events: count('events'),
    notes: count('notes'),
    changes: Object.fromEntries(
      changedKinds.flatMap((kind) => (changes[kind] == null ? [] : [[kind, time(changes, kind)]])),
    ),
  };
}

/**
 * Decodes the response of `GET /history/:slug/handover`.
 * @throws HistoryFormError if `body` has another form.
 */
export function decodeHandover(body: unknown): Handover {
  const fields = fieldsOf(body, 'the answer');
  const seconds = fieldsOf(fields['blindSeconds'], 'blindSeconds');
  return {
    deployment: text(fields, 'deployment'),
    from: time(fields, 'from'),
    to: time(fields, 'to'),
    ...(fields['knownUntil'] !== undefined && { knownUntil: timeOrNull(fields, 'knownUntil') }),
    blind: listOf(fields, 'blind', gapOf),
    blindSeconds: Object.fromEntries(Object.keys(seconds).map((name) => [name, amount(seconds, name)])),
    open: listOf(fields, 'open', spanOf),
    ended: listOf(fields, 'ended', spanOf),
    changes: changesOf(fieldsOf(fields['changes'], 'changes')),
    events: listOf(fields, 'events', eventOf),
    notes: listOf(fields, 'notes', noteOf),
    ...(fields['cut'] != null && { cut: cutOf(fieldsOf(fields['cut'], 'cut')) }),
    hash: text(fields, 'hash'),
  };
}

/**
 * Decodes the response of `GET /history/handover`.
 * @throws HistoryFormError if `body` has another form.
 */
export function decodeAllHandovers(body: unknown): AllHandovers {
  const fields = fieldsOf(body, 'the answer');
  const { unread } = fields;
  return {
    from: time(fields, 'from'),
    to: time(fields, 'to'),
    data: listOf(fields, 'data', decodeHandover),
    unread: Array.isArray(unread) ? unread.filter((slug) => typeof slug === 'string') : [],
    hash: text(fields, 'hash'),
  };
}
