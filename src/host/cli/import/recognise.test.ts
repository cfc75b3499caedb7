import { describe, expect, test } from 'vitest';
import { recognise } from './recognise.ts';

describe('a file', () => {
  test.each([
    ['buckets.ndjson', 'bucket', 'ndjson'],
    ['/data/2026-11/Buckets.JSON', 'bucket', 'json'],
    ['edge-event-types.csv', 'event', 'csv'],
    ['nodes_of_monday.jsonl', 'node', 'ndjson'],
    ['status.json', 'status', 'json'],
    ['everything-applications.csv', 'application', 'csv'],
  ])('%s has %s as %s', (file, resource, format) => {
    expect(recognise([file], undefined, undefined)).toEqual([{ file, resource, format }]);
  });

  test('without a telling name takes the flags', () => {
    expect(recognise(['a.txt'], 'regions', 'csv')).toEqual([
      { file: 'a.txt', resource: 'region', format: 'csv' },
    ]);
  });
});

test.each([
  [['a.json'], undefined, undefined, 'The name of a.json shows no resource; name it with --resource: buckets,'],
  [['status-of-nodes.json'], undefined, undefined, 'shows several resources'],
  [['buckets.txt'], undefined, undefined, 'The name of buckets.txt shows no format; name it with --format'],
  [['a.json'], 'things', undefined, '--resource must be one of buckets, assets, regions,'],
  [['buckets.json'], undefined, 'xml', '--format must be json, ndjson or csv, not "xml".'],
  [['a/buckets.json', 'b/buckets.csv'], undefined, undefined, 'put them into one file'],
  [['status.csv'], undefined, undefined, 'a status document is one JSON document'],
])('%j with %j and %j is refused: %s', (files, resource, format, sentence) => {
  expect(() => recognise(files, resource, format)).toThrow(sentence);
});
