/**
 * Kills a process that posts notes. The next process repeats the note that was not confirmed, with its idempotency
 * key, as a client does that got no response.
 */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { NoteRow } from '../../src/host/history/notes/note-row.ts';
import { openStore } from '../../src/host/history/store/sqlite/open-store.ts';
import { openCopy } from '../../src/host/history/upkeep/copy.ts';
import { verifyCopy } from '../../src/host/history/upkeep/verify.ts';
import { createRandom, type Random } from '../../src/service/demo/random.ts';

/** Maximum milliseconds from the announcement of a note to the kill. */
const within = 4;
/** Maximum number of notes that are confirmed before the kill. */
const mostBefore = 20;
/** Maximum number of notes in a file. A deployment has a limit of notes. */
const mostInFile = 5_000;

export interface NoteKills {
  readonly kills: number;
  readonly confirmed: number;
  /** Kills after which the note that was not confirmed was stored. The next process repeated it. */
  readonly repeated: number;
  readonly problems: readonly string[];
}

/** Runs the writer from note `from` on until it is killed. @returns the numbers of the last notes. */
function killed(writer: string, file: string, from: number, random: Random) {
  const child = spawn(process.execPath, [writer, file, String(from), '100000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let [sent, confirmed, rest] = [from - 1, from - 1, ''];
  let left = Math.floor(random.next() * mostBefore);
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [what, n] = line.split(' ');
      if (what === 'confirmed') confirmed = Number(n);
      if (what !== 'write') continue;
      sent = Number(n);
      left -= 1;
      if (left >= 0 || child.killed) continue;
      const until = performance.now() + random.next() * within;
      while (performance.now() < until);
      child.kill('SIGKILL');
    }
  });
  return new Promise<{ readonly sent: number; readonly confirmed: number }>((resolve) => {
    child.on('close', () => resolve({ sent, confirmed }));
  });
}

async function notesIn(
  file: string,
): Promise<{ readonly notes: readonly NoteRow[]; readonly problems: readonly string[] }> {
  const opening = await openStore(file);
  if (opening.kind !== 'open') return { notes: [], problems: [`It is ${opening.kind}: ${opening.why}`] };
  const { store, notice } = opening;
  const between = { from: 0, to: Number.MAX_SAFE_INTEGER };
  const all = { deployment: 'edge', between, kind: null, key: null, after: null, limit: 100_000 };
  const notes = (await store.notes(all)).toReversed();
  await store.backup(`${file}.copy`);
  const copy = openCopy(`${file}.copy`);
  const problems = [
    ...(await verifyCopy(copy.statements)).problems,
    ...(notice ? [`It was set aside: ${notice.kind}.`] : []),
  ];
  copy.close();
  await store.close();
  return { notes, problems };
}

/** Returns what is wrong with the notes, of which the first `confirmed` must be there, and at most `sent`. */
function wrongIn(notes: readonly NoteRow[], sent: number, confirmed: number): readonly string[] {
  const problems: string[] = [];
  if (notes.length < confirmed || notes.length > sent)
    problems.push(`${confirmed} are confirmed and ${sent} sent, ${notes.length} are there.`);
  for (const [index, { id, text, withdrawnAt, reason }] of notes.entries()) {
    const n = index + 1;
    if (id !== n || text !== `Note ${n}`) problems.push(`Note ${n} is lost or there twice: ${id}, ${text}.`);
    if (n <= confirmed && (withdrawnAt !== null) !== (n % 3 === 0))
      problems.push(`Note ${n} is withdrawn wrongly.`);
    if (withdrawnAt !== null && reason !== `Reason ${n}`) problems.push(`Note ${n} has another reason.`);
  }
  return problems;
}

/** Kills a writer of notes many times. @param writer - path of the built note-writer.ts. */
export async function killNotes(
  writer: string,
  folder: string,
  kills: number,
  seed: number,
): Promise<NoteKills> {
  const random = createRandom(seed, 'notes');
  const problems: string[] = [];
  let [confirmed, repeated, files] = [0, 0, 0];
  let known = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    if (known > mostInFile || files === 0) [files, known] = [files + 1, 0];
    const file = join(folder, `notes-${files}.db`);
    const last = await killed(writer, file, known + 1, random);
    const found = await notesIn(file);
    problems.push(...found.problems, ...wrongIn(found.notes, last.sent, last.confirmed));
    confirmed += last.confirmed - known;
    if (found.notes.length > last.confirmed) repeated += 1;
    known = last.confirmed;
  }
  return { kills, confirmed, repeated, problems };
}
