import { expect, test } from 'vitest';
import { decodeHandover } from '#contract/decode/handover.ts';
import type { Handover } from '#contract/reports/handover.ts';
import { respond } from '#host/history/responses/respond.ts';
import type { NewNote } from '#host/history/store/notes.ts';
import {
  ask,
  begin,
  contextOf,
  exampleRecord,
  question,
  time,
  window,
} from '#testing/history/history-responses.ts';
import { added, newNote } from '#testing/history/notes.ts';
import { recordedDeployment } from '#testing/observer/polls.ts';
import { notesOfRange } from './notes-of-range.ts';

/** Makes a record with notes, and functions that read handovers of it. Times are seconds. */
async function handoversWith(notes: readonly Partial<NewNote>[]) {
  const context = contextOf(exampleRecord(), begin + 60_000);
  await context.settled();
  const deployment = recordedDeployment();
  const { store } = context.of(deployment);
  if (!store) throw new Error('There is no store.');
  const ids: number[] = [];
  for (const note of notes)
    ids.push(await added(store, newNote(0, { deployment: 'edge', at: begin, ...note })));
  return {
    store,
    ids,
    request: { context: context.of(deployment), deployment, search: '' },
    read: async (from: number, to: number) =>
      (await ask(`/edge/handover?${window(from, to)}`, context)).body as unknown as Handover,
    markdown: async (from: number, to: number) => {
      const address = question(`/edge/handover?${window(from, to)}`, { markdownBase: 'http://127.0.0.1:4600' });
      return new TextDecoder().decode((await respond(address, context)).body ?? undefined);
    },
  };
}

const at = (from: number, to = from) => ({ from: begin + from * 1_000, to: begin + to * 1_000 });

test('a note is in the range in which its time begins, and stays there when it is withdrawn', async () => {
  const { store, ids, read } = await handoversWith([at(20, 50), at(10), at(30)]);
  const idsIn = async (from: number, to: number) => (await read(from, to)).notes.map(({ id }) => id);
  expect([await idsIn(10, 30), await idsIn(30, 60), await idsIn(10, 60)]).toEqual([[2, 1], [3], [2, 1, 3]]);
  const [id = 0] = ids;
  await store.withdrawNote({
    deployment: 'edge',
    id,
    withdrawnAt: begin + 55_000,
    withdrawnBy: 'Bo',
    withdrawnVerified: true,
    reason: 'It was the other link.',
  });
  const handover = await read(10, 30);
  expect(handover.notes.map(({ id: each, withdrawn }) => [each, withdrawn])).toEqual([
    [2, null],
    [1, { at: time(55), who: 'Bo', verified: true, reason: 'It was the other link.' }],
  ]);
  expect(decodeHandover(handover)).toEqual(handover);
});

test('the newest notes are kept if there are too many', async () => {
  const { read, markdown } = await handoversWith(
    Array.from({ length: 190 }, (_, index) => ({ ...at(index / 10), text: 'x'.repeat(2_000) })),
  );
  const { notes, cut } = await read(0, 60);
  expect(notes.length).toBeGreaterThan(100);
  expect(notes.at(-1)?.from).toBe(time(18.9));
  expect(cut).toEqual({ notes: 190 - notes.length });
  expect(await markdown(0, 60)).toContain(
    `Left out, because there are too many: ${190 - notes.length} earlier notes.`,
  );
});

test('all notes that are left out are counted', async () => {
  const { request } = await handoversWith([5, 4, 3, 3, 2, 1, 0].map((second) => at(second)));
  const range = { from: begin + 1_000, to: begin + 5_000 };
  const { notes, cut } = await notesOfRange(request, range, { rows: 2, characters: 10_000 });
  expect([notes.map(({ id }) => id), cut]).toEqual([[4, 2], 3]);
});

test('the Markdown has who wrote what and when, and no section without notes', async () => {
  const { store, markdown } = await handoversWith([
    { ...at(4, 20), at: begin + 31_000, kind: 'component', key: 'API', occurrence: 1, verified: true },
    { ...at(25), link: 'https://tickets.test/a(1)', text: `# Cut\n- <b>x</b> ${'y'.repeat(1_000)}` },
  ]);
  await store.withdrawNote({
    deployment: 'edge',
    id: 2,
    withdrawnAt: begin + 40_000,
    withdrawnBy: 'Bo',
    withdrawnVerified: false,
    reason: 'wrong',
  });
  expect(await markdown(26, 60)).not.toContain('## Notes');
  expect(await markdown(0, 60)).toContain(`
## Notes

- 23 Nov 2026 03:00:04 to 03:00:20, note by Ada about component API, written 03:00:31: The link is cut.
- 23 Nov 2026 03:00:25, withdrawn note by Ada (name as typed), written 03:00:00: \\# Cut - &lt;b&gt;x&lt;/b&gt; ${'y'.repeat(1_000)} / [Ticket](https://tickets.test/a%281%29) / Withdrawn by Bo (name as typed) 03:00:40: wrong

[Page]`);
});
