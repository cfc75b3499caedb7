import { describe, expect, it } from 'vitest';
import { parseConfigFile } from './config-file.ts';

describe('the configuration file', () => {
  it('is JSON with comments and trailing commas', () => {
    const text = `{
      // Two places.
      "deployments": [
        { "slug": "eu", "name": "Europe", "baseUrl": "http://eu.test", "words": { "brown": "partial" } },
        { "baseUrl": "http://us.test" },
      ],
      "pollSeconds": 5, /* faster */
      "limits": { "timeoutSeconds": 20, "maximumBodyBytes": 1048576 },
      "words": { "green": "ok" },
      "port": 4700, "host": "127.0.0.1", "basePath": "/ops", "demo": false,
    }`;
    expect(parseConfigFile(text, 'e.jsonc')).toMatchObject({
      deployments: [{ slug: 'eu', words: { brown: 'partial' } }, { baseUrl: 'http://us.test' }],
      pollSeconds: 5,
      limits: { timeoutSeconds: 20, maximumBodyBytes: 1_048_576 },
      demo: false,
    });
  });

  it.each([
    ['', 'e.jsonc: the file holds no settings.'],
    ['{\n  "port": 1,\n  oops\n}', 'e.jsonc:3: this is not JSON with comments (InvalidSymbol).'],
    ['[]', 'e.jsonc:1: expected object, received array.'],
    ['{\n  "colour": 1\n}', 'e.jsonc:2: colour: there is no such setting.'],
    [
      '{\n  "deployments": [\n    { "baseUrl": "http://a.test" },\n    { "name": "x" }\n  ]\n}',
      'e.jsonc:4: deployments[1].baseUrl: this is missing.',
    ],
    [
      '{ "deployments": [\n{ "baseUrl": "http://a.test", "allowAddresses": ["10.0.0.0/8", "edge"] }] }',
      'e.jsonc:2: deployments[0].allowAddresses[1]: an address or a range such as "169.254.10.0/24" is expected.',
    ],
    [
      '{ "deployments": [{ "baseUrl": "http://a.test", "token": "x" }] }',
      'e.jsonc:1: deployments[0].token: there is no such setting.',
    ],
    ['{\n\n  "pollSeconds": 1\n}', 'e.jsonc:3: pollSeconds: too small: expected number to be >=2.'],
    ['{ "pollSeconds": 301 }', 'e.jsonc:1: pollSeconds: too big: expected number to be <=300.'],
    ['{ "port": "4600" }', 'e.jsonc:1: port: expected number, received string.'],
    ['{ "words": {\n "red": "bad" } }', 'e.jsonc:2: words.red: invalid option'],
    ['{ "limits": { "timeoutSeconds": 0 } }', 'e.jsonc:1: limits.timeoutSeconds: too small'],
    ['{ "__proto__": { "port": 1 } }', 'e.jsonc:1: __proto__: there is no such setting.'],
  ])('%j is refused: %s', (text, sentence) => {
    expect(() => parseConfigFile(text, 'e.jsonc')).toThrow(sentence);
  });
});

describe('placements and wall options', () => {
  const parse = (settings: unknown) => parseConfigFile(JSON.stringify(settings, null, 1), 'c.json');

  it('are taken as written', () => {
    const settings = {
      deployments: [{ baseUrl: 'http://a.example', places: { abc1: { lat: 59.9, lon: 10.7 } } }],
      wall: {
        scenes: ['status', 'map'],
        seconds: 30,
        theme: 'dark',
        distance: 4,
        diagonal: 65,
        zone: 'Europe/Oslo',
      },
    };
    expect(parse(settings)).toEqual(settings);
  });

  it.each([
    [
      { deployments: [{ baseUrl: 'http://a.example', places: { abc1: { lat: 91, lon: 0 } } }] },
      'deployments[0].places.abc1.lat',
    ],
    [{ wall: { scenes: ['fireworks'] } }, 'wall.scenes[0]'],
    [{ wall: { brightness: 3 } }, 'wall.brightness'],
  ])('name a mistake by its path: %j', (settings, path) => {
    expect(() => parse(settings)).toThrow(` ${path}: `);
  });
});
