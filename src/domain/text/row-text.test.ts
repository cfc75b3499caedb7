import { expect, test } from 'vitest';
import { decodeResponse } from '#contract/decode/response.ts';
import { endpointAt } from '#contract/endpoints.ts';
import { parseJson } from '#contract/json/parse.ts';
import { rowText } from './row-text.ts';

function decoded(item: string): object {
  const body = `{"object":"list","data":[${item}],"pagination":{"limit":1,"count":1,"has_more":false}}`;
  const answer = decodeResponse(endpointAt('/api/v2/buckets'), parseJson(body));
  const row = answer.kind === 'list' ? answer.rows[0] : undefined;
  if (!row) throw new Error('The sample holds one bucket.');
  return row;
}

test('the sent text is restored: every digit, wrong types as sent, missing fields left out', () => {
  const row = decoded(
    '{"id":"bkt_abcdefghij1234","created_at":null,"region":["fra1"],"objects":1.5,"bytes":9007199254740993}',
  );
  expect(rowText(row)).toBe(
    `{
  "id": "bkt_abcdefghij1234",
  "created_at": null,
  "region": ["fra1"],
  "objects": 1.5,
  "bytes": 9007199254740993
}`,
  );
});

test('an empty item is an empty object', () => expect(rowText(decoded('{}'))).toBe('{}'));
