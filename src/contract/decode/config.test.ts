import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultLimits, defaultPollSeconds, pollSecondsRange } from '../host.ts';
import { ConfigError, decodeConfig } from './config.ts';

const deployment = { slug: 'edge', baseUrl: 'deployments/edge' };

function changed(change: object): unknown {
  return { deployments: [{ ...deployment, ...change }] };
}

describe('a valid configuration', () => {
  test('a deployment needs a slug and a base URL; everything else has a default', () => {
    expect(decodeConfig({ deployments: [deployment] })).toStrictEqual({
      deployments: [
        {
          slug: 'edge',
          name: 'edge',
          baseUrl: 'deployments/edge',
          shownUrl: 'deployments/edge',
          demo: false,
          words: {},
          places: {},
        },
      ],
      pollSeconds: defaultPollSeconds,
      limits: defaultLimits,
    });
  });

  test('all known settings are read, unknown members are ignored', () => {
    const full = {
      slug: 'a-1',
      name: 'Alpha',
      baseUrl: 'https://a.example/x',
      shownUrl: 'https://a.example/…',
      demo: true,
      words: { wobbly: 'degraded', ['__proto__']: 'notice', constructor: 'notice' },
      places: { xyz1: { lat: -90, lon: 180 } },
      pollSeconds: 30,
      maximumItems: 1_000_000,
      budget: 240,
      departures: ['data[].zone'],
    };
    const limits = { headersMilliseconds: 1, totalMilliseconds: 2, maximumBodyBytes: 3 };
    const config = decodeConfig({ deployments: [{ ...full, later: 1 }], pollSeconds: 2, limits, later: {} });
    expect(config).toStrictEqual({ deployments: [full], pollSeconds: 2, limits });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test.each([pollSecondsRange.least, 2.5, pollSecondsRange.most])('pollSeconds %s', (pollSeconds) => {
    expect(decodeConfig({ deployments: [deployment], pollSeconds }).pollSeconds).toBe(pollSeconds);
  });
});

describe('an error message contains the path of the mistake', () => {
  test.each<[string, unknown, string]>([
    ['no object', [], 'it must be an object'],
    ['null', null, 'it must be an object'],
    ['no deployments', {}, 'deployments must be a list'],
    ['an empty list', { deployments: [] }, 'deployments must be a list with at least one'],
    ['a deployment that is a text', { deployments: ['edge'] }, 'deployments[0] must be an object'],
    ['the second deployment', { deployments: [deployment, { slug: 'b' }] }, 'deployments[1].baseUrl'],
    ['no slug', changed({ slug: undefined }), 'deployments[0].slug must be a text'],
    ['an upper-case slug', changed({ slug: 'Edge' }), 'deployments[0].slug "Edge"'],
    ['a slug of 41 characters', changed({ slug: 'a'.repeat(41) }), 'deployments[0].slug'],
    ['a slug with a slash', changed({ slug: 'a/b' }), 'deployments[0].slug'],
    ['a reserved slug', changed({ slug: 'history' }), 'deployments[0].slug "history" is reserved'],
    ['an empty name', changed({ name: '' }), 'deployments[0].name'],
    ['a number as base URL', changed({ baseUrl: 1 }), 'deployments[0].baseUrl'],
    ['words that are a list', changed({ words: [] }), 'deployments[0].words must be an object'],
    ['a word without a class', changed({ words: { wobbly: 1 } }), 'deployments[0].words.wobbly'],
    ['places that are a list', changed({ places: [] }), 'deployments[0].places must be an object'],
    [
      'a place outside the globe',
      changed({ places: { abc1: { lat: 91, lon: 0 } } }),
      'deployments[0].places.abc1',
    ],
    ['a place without degrees', changed({ places: { abc1: null } }), 'deployments[0].places.abc1'],
    ['two equal slugs', { deployments: [deployment, deployment] }, 'two deployments have the same slug'],
    [
      'polling too often',
      { deployments: [deployment], pollSeconds: 1.9 },
      'pollSeconds must be a number from 2',
    ],
    ['polling too rarely', { deployments: [deployment], pollSeconds: 301 }, 'pollSeconds'],
    ['polling by words', { deployments: [deployment], pollSeconds: '10' }, 'pollSeconds'],
    ['polling too rarely', changed({ pollSeconds: 301 }), 'deployments[0].pollSeconds must be a number'],
    ['a maximum of no items', changed({ maximumItems: 0 }), 'deployments[0].maximumItems must be an integer'],
    ['departures that are a text', changed({ departures: 'a' }), 'deployments[0].departures must be a list'],
    ['departures with a number', changed({ departures: [1] }), 'deployments[0].departures[0] must be a text'],
    ['polling by NaN', { deployments: [deployment], pollSeconds: Number.NaN }, 'pollSeconds'],
  ])('%s', (_name, value, sentence) => {
    expect(() => decodeConfig(value)).toThrow(ConfigError);
    expect(() => decodeConfig(value)).toThrow(sentence);
  });

  test('any value gives either a configuration or a ConfigError', () => {
    const nearly = fc.record(
      {
        deployments: fc.array(
          fc.oneof(
            fc.jsonValue(),
            fc.record(
              {
                slug: fc.oneof(fc.jsonValue(), fc.constantFrom('a', 'b')),
                baseUrl: fc.oneof(fc.jsonValue(), fc.constant('x')),
                words: fc.jsonValue(),
              },
              { requiredKeys: [] },
            ),
          ),
        ),
        pollSeconds: fc.oneof(fc.jsonValue(), fc.double()),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), nearly), (value) => {
        try {
          const config = decodeConfig(value);
          expect(config.deployments.length).toBeGreaterThan(0);
          expect(config.pollSeconds).toBeGreaterThanOrEqual(pollSecondsRange.least);
        } catch (cause) {
          expect(cause).toBeInstanceOf(ConfigError);
        }
      }),
    );
  });
});

test('a name shared by two deployments gets the slug (plain files)', () => {
  const named = (slug: string) => ({ ...deployment, slug, name: 'Edge' });
  const { deployments } = decodeConfig({ deployments: [named('eu'), named('us')] });
  expect(deployments.map(({ name }) => name)).toEqual(['Edge (eu)', 'Edge (us)']);
});
