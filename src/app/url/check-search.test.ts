import { describe, expect, it } from 'vitest';
import { unknownParametersIn } from './check-search.ts';
import { listSchemas } from './list-schemas.ts';
import { filteredBy, readListSearch, writeListSearch } from './search.ts';

const present = { now: Date.parse('2026-11-28T09:00:00Z'), hasHistory: true };

const strays = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://host.test');
  return unknownParametersIn(pathname, searchParams, present).map(({ name, value }) => `${name}=${value}`);
};

describe('parameters that mean nothing on a page', () => {
  it.each([
    ['/demo?view=__proto__', ['view=__proto__']],
    ['/demo?theme=javascript:alert(1)&view=rows', ['theme=javascript:alert(1)']],
    ['/demo/nodes?sort=constructor&q=a&region=__proto__', ['sort=constructor']],
    ['/demo/nodes?sort=-advertised&theme=dark&density=compact&without=zone', []],
    ['/demo/nodes?pop=fra1&group=toString', ['pop=fra1', 'group=toString']],
    ['/demo/nodes?columns=id,rank,created_at', []],
    ['/demo/nodes?columns=id,__proto__', ['columns=id,__proto__']],
    ['/demo/nodes?columns=id,9', ['columns=id,9']],
    ['/demo/regions?row=fra1&size=bytes&outline=zones&map=1~2~300&at=2026-11-27T03:00:00Z', []],
    ['/demo/regions?at=fra1', ['at=fra1']],
    ['/demo/regions?size=toString&map=-1~x', ['size=toString', 'map=-1~x']],
    ['/demo/nodes/nod_1?sort=id', ['sort=id']],
    ['/demo/events/evt_1?range=7d&values=log', []],
    ['/demo/assets?map=regions', []],
    ['/demo/events?volume=added&scale=own', []],
    ['/demo/events/evt_1?volume=reported', []],
    ['/demo/nodes?scale=own', ['scale=own']],
    ['/demo/events?values=reported', ['values=reported']],
    ['/demo/endpoints?answer=//evil.example/api/v1/status', ['answer=//evil.example/api/v1/status']],
    ['/demo/endpoints?answer=/api/v1/status&find=x', []],
    ['/demo/changes?kind=state&kind=sight&of=bucket&severity=critical&q=fra1&range=7d', []],
    [
      '/demo/changes?kind=toString&of=buckets&sort=at&severity=red',
      ['kind=toString', 'of=buckets', 'sort=at', 'severity=red'],
    ],
    ['/demo/nowhere?a=b', []],
    ['/?order=__proto__', ['order=__proto__']],
  ])('%s reports %j', (address, expected) => {
    expect(strays(address)).toEqual(expected);
  });

  it('reports a value that is too long, with the reason', () => {
    const long = 'x'.repeat(501);
    const found = unknownParametersIn(
      '/demo/buckets',
      new URLSearchParams({ name: long, q: long.slice(0, 201) }),
      present,
    );
    expect(found.map(({ name, why }) => `${name} ${why}`)).toEqual([
      'name is longer than 500 characters; it was ignored',
      'q is longer than 200 characters; the rest of it was ignored',
    ]);
  });

  it.each([
    ['yesterday', true, 'is not a time such as 2026-11-27T03:00:00Z; the present is shown'],
    ['2026-11-28T09:00:05Z', true, null],
    ['2026-11-28T09:00:06Z', true, 'is in the future; the present is shown'],
    ['2026-11-27T03:00:00Z', false, 'needs a recorded history; the present is shown'],
  ])('says why a page does not show the past moment %s', (at, hasHistory, why) => {
    const found = unknownParametersIn('/demo/nodes', new URLSearchParams({ at }), { ...present, hasHistory });
    expect(found.map((each) => each.why)).toEqual(why === null ? [] : [why]);
  });

  it.each([
    ['against=now', 'needs a moment in “at”; nothing is compared'],
    ['against=now&at=2026-11-27T03:00:00Z', undefined],
    ['against=yesterday', 'is not a time such as 2026-11-27T03:00:00Z; nothing is compared'],
    ['against=2026-11-28T09:00:06Z', 'is in the future; nothing is compared'],
    ['against=2026-11-27T03:00:00Z', undefined],
  ])('says why a page with %s is not compared', (search, why) => {
    const found = unknownParametersIn('/demo/nodes', new URLSearchParams(search), present);
    expect(found.map((each) => each.why)).toEqual(why === undefined ? [] : [why]);
  });

  it.each(Object.entries(listSchemas))(
    'accepts everything that the %s page writes itself',
    (section, schema) => {
      const search = {
        ...readListSearch(new URLSearchParams(), schema),
        text: 'a',
        where: Object.fromEntries(filteredBy(schema).map((name) => [name, ['x', null]])),
        sort: { field: schema.sortable.at(-1) ?? '', descending: true },
        columns: schema.sortable.slice(0, 2),
        group: schema.filters[0]?.field ?? null,
        selected: 'x',
        density: 'compact' as const,
      };
      expect(
        unknownParametersIn(
          `/demo/${section}`,
          writeListSearch(new URLSearchParams(), search, schema),
          present,
        ),
      ).toEqual([]);
    },
  );
});
