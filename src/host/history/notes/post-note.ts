/** Responds to a POST below `/history/:slug/notes`. A confirmed note is committed and synced. */

import type { IdleReason } from '#contract/history.ts';
import { apiHeaders } from '#host/http/security-headers.ts';
import { type Answered, Refusal, type ResponseContexts, stamp } from '../responses/context.ts';
import { answerToFailure, checkReadable, deploymentNamed, nothingHere } from '../responses/respond.ts';
import type { HistoryRequest } from '../responses/windowed.ts';
import { mostNotes, type NewNote } from '../store/notes.ts';
import type { HistoryStore } from '../store/store.ts';
import { noteEntry } from './note-entry.ts';
import { noteIn, withdrawalIn } from './note-form.ts';
import type { NoteRow } from './note-row.ts';

export interface NotePost {
  /** Path after `/history`: `/edge/notes`, `/edge/notes/17/withdraw`. */
  readonly path: string;
  readonly body: string;
  /** Slugs of the deployments that the viewer may see. */
  readonly visible: ReadonlySet<string>;
  /** Name of the viewer as access control states it; `null`: the name in the body counts. */
  readonly name: string | null;
  /** Idempotency key; `null` without one. */
  readonly requestKey: string | null;
}

interface Written {
  readonly status: 200 | 201;
  readonly note: NoteRow;
}

const reasons: Readonly<Record<IdleReason, string>> = {
  locked: 'another host is recording',
  newer: 'a newer version of Edgewatch wrote the history file',
  'read-only': 'the data folder cannot be written',
  'disk-full': 'the disk is full',
  store: 'the history database does not respond',
  clock: 'the clock of this machine is wrong',
  off: 'nothing is recorded',
};

/** Returns the store if this host or another records now. @throws Refusal with the reason otherwise. */
function openStoreOf({ context }: HistoryRequest): HistoryStore {
  const { store, recorder } = context;
  const { recording, reason, isFollowing = false } = recorder;
  if (store && (recording || isFollowing)) return store;
  if (reason === null)
    throw new Refusal(503, 'No note can be written: the history is starting.', {
      headers: { 'retry-after': '5' },
    });
  throw new Refusal(503, `No note can be written: ${reasons[reason]}.`, { code: reason });
}

/** Whether a repeated request has the content of the first one. Without a time, the first one counts. */
function isSame(stored: NoteRow, posted: NewNote): boolean {
  const isTimed = posted.from !== posted.at;
  const names = [
    'who',
    'text',
    'link',
    'kind',
    'key',
    'occurrence',
    ...(isTimed ? ['from', 'to'] : []),
  ] as const;
  return (names as readonly (keyof NewNote)[]).every((name) => stored[name] === posted[name]);
}

async function add(request: HistoryRequest, { body, name, requestKey }: NotePost): Promise<Written> {
  const { slug: deployment } = request.deployment;
  const { now } = request.context;
  const store = openStoreOf(request);
  const posted: NewNote = { ...noteIn(body, name, request), deployment, at: now, requestKey };
  const result = await store.addNote(posted);
  switch (result.kind) {
    case 'added':
      return { status: 201, note: result.note };
    case 'repeated':
      if (!isSame(result.note, posted))
        throw new Refusal(422, 'A note with other content was sent with this Idempotency-Key.', {
          parameter: 'Idempotency-Key',
        });
      return { status: 200, note: result.note };
    case 'too-many-a-day':
      throw new Refusal(
        429,
        `This deployment has reached the limit of ${mostNotes.aDay} notes in 24 hours. It accepts the next note at ${stamp(result.until)}.`,
        { headers: { 'retry-after': String(Math.max(1, Math.ceil((result.until - now) / 1000))) } },
      );
    case 'too-many':
      throw new Refusal(
        409,
        `This deployment has reached the limit of ${mostNotes.stored} stored notes. Notes are deleted after ${request.context.recorder.retention.spanDays} days.`,
      );
  }
}

async function withdraw(request: HistoryRequest, { body, name }: NotePost, id: number): Promise<Written> {
  const store = openStoreOf(request);
  const withdrawal = withdrawalIn(body, name);
  const { slug: deployment } = request.deployment;
  const note = await store.withdrawNote({ ...withdrawal, deployment, id, withdrawnAt: request.context.now });
  if (!note) throw new Refusal(404, 'There is no such note.');
  if (note.reason !== withdrawal.reason || note.withdrawnBy !== withdrawal.withdrawnBy)
    throw new Refusal(409, `This note was withdrawn already, at ${stamp(note.withdrawnAt ?? 0)}.`);
  return { status: 200, note };
}

async function written(post: NotePost, all: ResponseContexts): Promise<Written> {
  const [, slug = '', , id, ...more] = post.path.split('/');
  const visible = all.deployments.filter((each) => post.visible.has(each.slug));
  const deployment = deploymentNamed(slug, visible);
  checkReadable(deployment, all);
  const request = { context: all.of(deployment), deployment, search: '' };
  if (id === undefined) return add(request, post);
  if (!/^\d{1,15}$/.test(id) || more.length !== 1) throw nothingHere();
  return withdraw(request, post, Number(id));
}

/** Writes or withdraws a note. Never rejects because of the request or a failing history file. */
export async function respondToPost(post: NotePost, all: ResponseContexts): Promise<Answered> {
  try {
    const { status, note } = await written(post, all);
    return {
      status,
      headers: { ...apiHeaders, 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: new TextEncoder().encode(JSON.stringify(noteEntry(note))),
    };
  } catch (cause) {
    return answerToFailure(cause);
  }
}
