import { expect, test } from 'vitest';
import { decodeList } from '../../contract/decode-list.ts';
import { flawsOf } from '../../contract/decode-record.ts';
import { endpointAt } from '../../contract/endpoints.ts';
import { parseJson } from '../../contract/json.ts';
import type { Bucket } from '../../contract/resources.ts';
import { claimOf } from '../../domain/claim.ts';
import { cloudOfListing } from '../../domain/cloud.ts';
import { fieldsOf } from '../../domain/fields.ts';
import { createListing, type Question } from '../../domain/listing.ts';
import { type Lookups, noLookups } from '../../domain/lookups.ts';
import { factsOf } from '../../domain/planner/pages-of-rows.ts';
import { answerList } from './answer-list.ts';
import type { Call, FromWorker, ToWorker } from './messages.ts';
import { remoteListing } from './remote-listing.ts';

const path = '/api/v2/buckets';

/** The worker's side without a thread: what passes between the two is copied as between threads. */
function connect() {
  const heard: FromWorker[] = [];
  const waiting = new Map<number, (message: FromWorker) => void>();
  const take = answerList((message, transfer) => {
    const copy = structuredClone(message, { transfer });
    heard.push(copy);
    if ('id' in copy) waiting.get(copy.id)?.(copy);
  }, setImmediate);
  const say = (message: ToWorker) => take(structuredClone(message));
  let asks = 0;
  const holder = {
    ask: (lookups: Lookups, call: Call) =>
      new Promise<unknown>((resolve, reject) => {
        asks += 1;
        waiting.set(asks, (message) => {
          if (message.kind === 'answered') resolve(message.value);
          else reject(new Error(message.kind));
        });
        say({ kind: 'ask', id: asks, lookups, call });
      }),
    isLost: () => false,
    hold: () => () => undefined,
    release: () => undefined,
  };
  return { heard, say, holder };
}

function send(say: (message: ToWorker) => void, body: string, step: number): void {
  say({ kind: 'open', resource: 'bucket', path, asked: {} });
  const bytes = new TextEncoder().encode(body);
  for (let at = 0; at < bytes.length; at += step) say({ kind: 'part', bytes: bytes.slice(at, at + step) });
  say({ kind: 'end' });
}

const items = Array.from(
  { length: 50 },
  (_, row) =>
    `{"id":"bkt_${row}","name":"Crâte ${row % 7}","region":${row % 5 === 0 ? '7' : '"fra1"'},"objects":${row},"bytes":${2n ** 60n + BigInt(row)}}`,
);
const body = `{"object":"list","data":[${items.join(',')}],"pagination":{"limit":50,"count":50,"has_more":true}}`;

test('a list that came in parts, cut within letters, is answered for as plain objects are', async () => {
  const { heard, say, holder } = connect();
  send(say, body, 7);
  const answer = decodeList(endpointAt(path), 'bucket', parseJson(body));
  const plain = createListing<Bucket>(answer.rows, fieldsOf.bucket, claimOf(factsOf(answer)));
  const [read] = heard;
  if (read?.kind !== 'read') throw new Error('It was not read.');
  expect(read.list).toStrictEqual({
    facts: factsOf(answer),
    findings: answer.findings,
    unlisted: answer.unlisted,
  });
  const remote = remoteListing<Bucket>(holder, {
    count: read.list.facts.count,
    claim: claimOf(read.list.facts),
  });
  const question: Question = {
    text: 'crâte',
    between: { bytes: [2n ** 60n + 3n, null] },
    sort: [{ field: 'bytes', descending: true }],
  };
  const [there, here] = await Promise.all([remote.rows(question), plain.rows(question)]);
  const rows = await there.slice(0, 40);
  const expected = await here.slice(0, 40);
  expect(there.count).toBe(here.count);
  expect(rows).toStrictEqual(expected);
  expect(rows.map(flawsOf)).toStrictEqual(expected.map(flawsOf));
  expect(rows.some((row) => flawsOf(row) !== undefined)).toBe(true);
  expect(await there.slice(3, 3)).toStrictEqual([]);
  expect(there.atHand(2, 9)).toStrictEqual(rows.slice(2, 9));
  expect(await there.find('id', 'bkt_20', 0)).toBe(expected.findIndex(({ id }) => id === 'bkt_20'));
  expect(await remote.group(question, ['name', 'region'], ['bytes'], 2)).toStrictEqual(
    await plain.group(question, ['name', 'region'], ['bytes'], 2),
  );
  expect(await remote.sum({}, 'bytes')).toStrictEqual(await plain.sum({}, 'bytes'));
  expect(await cloudOfListing(remote, {}, 'objects', 'bytes')).toStrictEqual(
    await cloudOfListing(plain, {}, 'objects', 'bytes'),
  );
  expect(await remote.numbers({}, ['objects', 'name'])).toStrictEqual(
    await plain.numbers({}, ['objects', 'name']),
  );
});

test('rows are answered before figures, those asked for last first', async () => {
  const { heard, say } = connect();
  send(say, body, 4096);
  const ask = (id: number, call: Call) => say({ kind: 'ask', id, lookups: noLookups, call });
  ask(1, { name: 'sum', question: {}, field: 'bytes' });
  ask(2, { name: 'slice', question: {}, from: 0, to: 2 });
  ask(3, { name: 'group', question: {}, by: ['name'], sums: [], least: 1 });
  ask(4, { name: 'rows', question: {} });
  await expect.poll(() => heard.length).toBe(5);
  expect(heard.flatMap((message) => ('id' in message ? message.id : []))).toEqual([4, 2, 1, 3]);
});

test.each([
  ['{"object":"list","data":[', 'syntax'],
  ['{"object":"list","data":{}}', 'contract'],
])('says why %s is no list', (text, cause) => {
  const { heard, say } = connect();
  send(say, text, 5);
  expect(heard).toEqual([{ kind: 'unreadable', cause, message: expect.any(String) }]);
});
