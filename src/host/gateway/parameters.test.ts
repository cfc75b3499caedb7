import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpointAt, endpoints } from '#contract/endpoints.ts';
import { checkSearch } from './parameters.ts';

const buckets = endpointAt('/api/v2/buckets');
const events = endpointAt('/api/v1/events');
const regions = endpointAt('/api/v2/regions');

describe('the query parameters of a request', () => {
  it.each([
    [buckets, '', ''],
    [buckets, '?', ''],
    [buckets, '?limit=1', '?limit=1'],
    [buckets, '?limit=1000000', '?limit=1000000'],
    [buckets, '?region=fra1&limit=5', '?limit=5&region=fra1'],
    [buckets, '?%6cimit=5', '?limit=5'],
    [events, '?limit=7', '?limit=7'],
    [events, '?limit=07', '?limit=7'],
    [events, '?limit=0000007', '?limit=7'],
  ])('of %o: %j is sent as %j', (endpoint, search, passed) => {
    expect(checkSearch(endpoint, search)).toEqual({ search: passed });
  });

  it.each([
    [buckets, '?limit=0', 'limit'],
    [buckets, '?limit=', 'limit'],
    [buckets, '?limit=-1', 'limit'],
    [buckets, '?limit=1.5', 'limit'],
    [buckets, '?limit=1e3', 'limit'],
    [buckets, '?limit=1000001', 'limit'],
    [buckets, '?limit=00000001', 'limit'],
    [buckets, '?limit=1&limit=1', 'limit'],
    [buckets, '?limit[]=1', 'limit[]'],
    [buckets, '?region=FRA1', 'region'],
    [buckets, '?region=fra1%00', 'region'],
    [buckets, '?region=fra1,ams1', 'region'],
    [buckets, '?Region=fra1', 'Region'],
    [buckets, '?cursor=x', 'cursor'],
    [buckets, `?${'x'.repeat(5000)}=1`, 'x'.repeat(100)],
    [events, '?region=fra1', 'region'],
    [regions, '?limit=5', 'limit'],
  ])('of %o: %j is refused, naming %s', (endpoint, search, parameter) => {
    expect(checkSearch(endpoint, search)).toMatchObject({ parameter });
  });

  it('are only documented limits and regions, for any input', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...endpoints),
        fc.array(fc.tuple(fc.constantFrom('limit', 'region', '__proto__', 'x'), fc.string())),
        (endpoint, pairs) => {
          const checked = checkSearch(endpoint, new URLSearchParams(pairs).toString());
          if ('search' in checked)
            expect(checked.search).toMatch(/^(?:\?(?:limit=\d{1,7})?&?(?:region=[a-z]{3}\d)?)?$/);
        },
      ),
    );
  });
});
