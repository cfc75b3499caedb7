import { describe, expect, test } from 'vitest';
import { decodeStatus, list, shown, statusDocument } from '#testing/answers.ts';
import { ContractError } from './row.ts';

describe('the status document', () => {
  test('is decoded as documented', () => {
    expect(decodeStatus(statusDocument)).toStrictEqual({
      kind: 'status',
      document: statusDocument,
      findings: [],
      unlisted: [],
    });
    expect(decodeStatus({ ...statusDocument, version: 'v2' }, '/api/v2/status').findings).toStrictEqual([]);
  });

  test('may have members that the API document does not name', () => {
    const sent = {
      ...statusDocument,
      incident: {},
      components: [{ name: 'API', status: 'operational', group: 'a' }],
    };
    expect(decodeStatus(sent).unlisted).toStrictEqual([
      { path: 'incident', type: 'object', count: 1 },
      { path: 'components[].group', type: 'string', count: 1 },
    ]);
  });

  test('may have other components, equal names, no components and unknown status words', () => {
    for (const components of [
      [],
      [{ name: 'X', status: 'wobbly' }],
      [...statusDocument.components, ...statusDocument.components],
    ]) {
      const answer = decodeStatus({ ...statusDocument, status: 'OK', components });
      expect(answer.findings).toStrictEqual([]);
      expect(answer.document.components).toStrictEqual(components);
    }
  });

  test.each<[string, object, string[]]>([
    [
      'a version that differs from the path',
      { version: 'v2' },
      ['version must be v1, the prefix of the path | null | "v2" | 1'],
    ],
    ['a version of another type', { version: 1 }, ['version must be a string | null | 1 | 1']],
    [
      'members of a list (part 4, rule 5)',
      { object: 'status', pagination: null },
      [
        'object must not be in a status document (part 4, rule 5) | null | "status" | 1',
        'pagination must not be in a status document (part 4, rule 5) | null | null | 1',
      ],
    ],
    ['no components', { components: undefined }, ['components is missing | null | null | 1']],
    ['components that are an object', { components: {} }, ['components must be an array | null | {} | 1']],
    [
      'broken components',
      { components: [5, { name: 'API' }, { name: 7, status: 'operational' }] },
      [
        'components[] must be an object | item 1 | 5 | 1',
        'components[].status is missing | API | null | 1',
        'components[].name must be a string | item 3 | 7 | 1',
      ],
    ],
    [
      'a region code instead of a city',
      { region: 'fra1' },
      ['region must be a city name, not a region code | null | "fra1" | 1'],
    ],
    [
      'an unreadable time',
      { updated_at: 'just now' },
      ['updated_at must be an ISO 8601 UTC timestamp | null | "just now" | 1'],
    ],
  ])('%s', (_name, change, expected) => {
    expect(shown(decodeStatus({ ...statusDocument, ...change }).findings)).toStrictEqual(expected);
  });

  test('an invalid component stays, without values', () => {
    expect(decodeStatus({ ...statusDocument, components: [5, null] }).document.components).toStrictEqual([
      { name: null, status: null },
      { name: null, status: null },
    ]);
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['an array', [statusDocument]],
    ['an empty object', {}],
    ['a list', list([])],
    ['a message', { message: 'hello' }],
  ])('%s is not a status document', (_name, body) => {
    expect(() => decodeStatus(body)).toThrow(ContractError);
  });
});
