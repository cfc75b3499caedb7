import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { isOpensslThere, makeAuthority } from '#e2e/support/hosts/certificates.ts';
import { parseConfigFile } from './config-file.ts';
import { ConfigurationError } from './mistakes.ts';
import { schemaFor } from './schema.ts';

describe('the configuration file', () => {
  it('is JSON with comments and trailing commas', () => {
    const text = `{
      // Deployments in two places.
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
    ['', 'e.jsonc: the file has no settings.'],
    ['{\n  "port": 1,\n  oops\n}', 'e.jsonc:3:3: this is not JSON with comments (InvalidSymbol).'],
    ['[]', 'e.jsonc:1:1: an object is expected; found a list. Write it in { }.'],
    [
      '{\n  "pollSecond": 1\n}',
      'e.jsonc:2:17: pollSecond: this setting does not exist. Did you mean "pollSeconds"?',
    ],
    [
      '{ "limits": { "colour": 1 } }',
      'e.jsonc:1:25: limits.colour: this setting does not exist. Here may stand: timeoutSeconds, maximumBodyBytes, maximumItems.',
    ],
    [
      '{\n  "deployments": [\n    { "baseUrl": "http://a.test" },\n    { "name": "x" }\n  ]\n}',
      'e.jsonc:4:5: deployments[1].baseUrl: this is missing. Write it in double quotes.',
    ],
    [
      '{ "deployments": [\n{ "baseUrl": "http://a.test", "allowAddresses": ["10.0.0.0/8", "edge"] }] }',
      'e.jsonc:2:64: deployments[0].allowAddresses[1]: an address or a range such as "169.254.10.0/24" is expected.',
    ],
    [
      '{ "deployments": [{ "baseUrl": "http://169.254.10.7" }] }',
      'e.jsonc:1:32: deployments[0].baseUrl: the base URL "http://169.254.10.7" is refused: it is a link-local',
    ],
    [
      '{ "deployments": [{ "baseUrl": "http://a.test", "slug": "api" }] }',
      'e.jsonc:1:57: deployments[0].slug: the slug "api" is reserved by Edgewatch.',
    ],
    [
      '{ "access": { "password": "scrypt:x" } }',
      'e.jsonc:1:27: access.password: this is not a line that edgewatch password printed.',
    ],
    [
      '{ "access": { "proxy": { "trusted": ["10.0.0.5"], "userHeader": "X User" } } }',
      'e.jsonc:1:65: access.proxy.userHeader: this is not a header name.',
    ],
    [
      '{ "access": { "proxy": { "trusted": ["10.0.0.5"], "userHeader": "X-User" }, "open": true } }',
      'e.jsonc:1:85: access.open: open access needs no password, provider or proxy; remove them.',
    ],
    ...[
      ['http://login.example.com', 'needs to be an https address'],
      ['login.example.com', 'needs to be an https address'],
      ['https://login.example.com/.well-known/openid-configuration', 'needs to be the issuer'],
      ['https://login.example.com/?tenant=a', 'needs to be the issuer'],
      ['https://metadata.google.internal/', 'is a link-local or metadata address'],
    ].map(([issuer, sentence]): [string, string] => [
      `{ "access": { "oidc": { "issuer": "${issuer}", "clientId": "e", "clientSecret": "s" } } }`,
      `e.jsonc:1:35: access.oidc.issuer: it ${sentence}`,
    ]),
    [
      '{ "database": "mysql://a.test/canary" }',
      'e.jsonc:1:15: database: it needs to be an address such as postgres://user:password@host/database.',
    ],
    [
      '{ "access": { "oidc": { "issuer": "https://a.test", "clientId": "e", "clientSecret": "${NO_SUCH}" } } }',
      'e.jsonc:1:86: access.oidc.clientSecret: the variable NO_SUCH is not set.',
    ],
    [
      '{ "access": { "oidc": { "issuer": "https://a.test", "clientId": "e", "clientSecret": "s", "scope": "x" } } }',
      'e.jsonc:1:100: access.oidc.scope: this setting does not exist. Here may stand: issuer, clientId,',
    ],
    [
      '{ "sharedCache": true, "access": { "proxy": { "trusted": ["10.0.0.5"], "userHeader": "X-User" } } }',
      'e.jsonc:1:18: sharedCache: only a host with open access may let caches share its responses; remove this or "access".',
    ],
    [
      '{ "deployments": [{ "baseUrl": "http://a.test", "visibleTo": ["a,b"] }] }',
      'e.jsonc:1:63: deployments[0].visibleTo[0]: this has the wrong form',
    ],
    [
      '{ "history": { "rawDays": 0 } }',
      'e.jsonc:1:27: history.rawDays: this is too small; found 0. At least 1.',
    ],
    [
      '{ "deployments": [{ "baseUrl": "http://a.test", "departures": ["data[].zone", "/api/v3/nodes"] }] }',
      'e.jsonc:1:79: deployments[0].departures[1]: an endpoint, a field, or both are expected, such as',
    ],
    ['{ "basePath": "a b" }', 'e.jsonc:1:15: basePath: it must be a path such as /edgewatch'],
    ['{\n\n  "pollSeconds": 1\n}', 'e.jsonc:3:18: pollSeconds: this is too small; found 1. At least 2.'],
    [
      '{ "sliceIntervalSeconds": 5 }',
      'e.jsonc:1:27: sliceIntervalSeconds: this is too small; found 5. At least 10.',
    ],
    ['{ "pollSeconds": 301 }', 'e.jsonc:1:18: pollSeconds: this is too large; found 301. At most 300.'],
    ['{ "port": "4600" }', 'e.jsonc:1:11: port: a number is expected; found "4600". Write it without quotes.'],
    [
      '{ "words": {\n "red": "bad" } }',
      'e.jsonc:2:9: words.red: this is not one of the allowed words; found "bad". One of ok, notice,',
    ],
    ['{ "__proto__": { "port": 1 } }', 'e.jsonc:1:16: __proto__: this setting does not exist.'],
    [
      '{ "port": 1,\n"port": 2 }',
      'e.jsonc:2:1: port: this setting is given twice, first in line 1. Remove one of them.',
    ],
    [
      '{ "webhooks": [{ "url": "http://a.test" }, { "url": "ftp://a.test" }] }',
      'e.jsonc:1:53: webhooks[1].url: it needs to be an http or https address.',
    ],
    [
      '{ "heartbeat": [{ "url": "http://169.254.169.254/", "seconds": 60 }] }',
      'e.jsonc:1:26: heartbeat[0].url: it is a link-local or metadata address.',
    ],
    [
      '{ "heartbeat": [{ "url": "http://a.test", "seconds": 5, "secs": 1 }] }',
      'e.jsonc:1:54: heartbeat[0].seconds: this is too small; found 5. At least 10.',
    ],
    ...[
      '*',
      'https://*.example.com',
      'https://a.test/path',
      'https://a;b.test',
      'a.test',
      'https://u@a.test',
      "'self'",
    ].map((origin): [string, string] => [
      `{ "frameAncestors": ["https://wiki.example.com", "${origin}"] }`,
      'e.jsonc:1:50: frameAncestors[1]: it needs to be an origin without a path, such as "https://wiki.example.com".',
    ]),
    [
      '{ "webhooks": [{ "url": "http://a.test", "minimumSeverity": "bad" }] }',
      'e.jsonc:1:61: webhooks[0].minimumSeverity: this is not one of the allowed words. One of notice,',
    ],
    [
      '{ "webhooks": [{ "url": "http://a.test", "deployment": ["a"] }] }',
      'e.jsonc:1:56: webhooks[0].deployment: this setting does not exist. Did you mean "deployments"?',
    ],
    [
      '{ "mute": [{ "from": "22:00", "to": "2026-11-28T06:00:00Z", "reason": "x" }] }',
      'e.jsonc:1:22: mute[0].from: a time such as "2026-11-27T22:00:00Z" is expected.',
    ],
    [
      '{ "mute": [{ "from": "2026-11-27T22:00Z", "to": "2026-11-28T06:00Z", "rrule": "FREQ=HOURLY", "reason": "x" }] }',
      'e.jsonc:1:79: mute[0].rrule: FREQ=HOURLY is not supported; use DAILY, WEEKLY or MONTHLY.',
    ],
    [
      '{ "mute": [{ "from": "2026-11-27T22:00Z", "to": "2026-11-28T06:00Z" }] }',
      'e.jsonc:1:12: mute[0].reason: this is missing.',
    ],
    [
      '{ "planned": [{ "from": "2026-11-27T22:00Z", "to": "2026-11-27T22:00Z", "title": "x" }] }',
      'e.jsonc:1:52: planned[0].to: it is not after "from".',
    ],
    [
      '{ "planned": [{ "from": "2026-11-27T22:00Z", "to": "2026-11-28T06:00Z", "reason": "x" }] }',
      'planned[0].title: this is missing.',
    ],
    [
      '{ "publicUrl": "status.example.com" }',
      'e.jsonc:1:16: publicUrl: it needs to be an http or https address, such as',
    ],
    ['{ "hostNames": [""] }', 'e.jsonc:1:17: hostNames[0]: this is empty; found "".'],
  ])('%j is refused: %s', (text, sentence) => {
    expect(() => parseConfigFile(text, 'e.jsonc')).toThrow(sentence);
  });

  it('may start with a byte order mark, which shifts no column', () => {
    expect(parseConfigFile('\ufeff{ "port": 4700 }', 'e.jsonc')).toEqual({ port: 4700 });
    expect(() => parseConfigFile('\ufeff{ "port": "4700" }', 'e.jsonc')).toThrow('e.jsonc:1:11: port: ');
  });

  it.each(['[', '{ "a": '])('reports 200,000 nested %s as one mistake with its place', (open) => {
    const column = open.length * 32 + 1;
    expect(linesOf(`{\n"wall": ${open.repeat(200_000)}`)).toEqual([
      expect.stringMatching(/^e\.jsonc:2:\d+: brackets are nested more than 32 deep here\. A bracket/),
    ]);
    expect(linesOf(open.repeat(200_000))).toEqual([expect.stringContaining(`e.jsonc:1:${column}: `)]);
  });

  it('reports all mistakes at once, in the order of the file', () => {
    const text = `{
      "port": "4600",
      "deployments": [
        { "slug": "eu", "slug": "us", "baseUrl": "ftp://a.test" },
        { "baseUrl": "http://a.test", "headers": { "Host": "b", "X-Key": "\${UNSET}" }, "tier": 1 },
      ],
      "pollSeconds": 1,
    }`;
    expect(linesOf(text)).toEqual([
      expect.stringMatching(/^e\.jsonc:2:15: port: /),
      expect.stringMatching(/^e\.jsonc:4:25: deployments\[0\]\.slug: this setting is given twice/),
      expect.stringMatching(/^e\.jsonc:4:50: deployments\[0\]\.baseUrl: the base URL "ftp:/),
      expect.stringMatching(/^e\.jsonc:5:74: deployments\[1\]\.headers\.X-Key: the variable UNSET is not set/),
      expect.stringMatching(/^e\.jsonc:5:96: deployments\[1\]\.tier: this setting does not exist/),
      expect.stringMatching(/^e\.jsonc:7:22: pollSeconds: /),
    ]);
  });
});

function linesOf(text: string): readonly string[] {
  try {
    parseConfigFile(text, 'e.jsonc');
  } catch (error) {
    if (error instanceof ConfigurationError) return error.lines;
    throw error;
  }
  return [];
}

describe('secrets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const places = { variables: { EDGE_TOKEN: 'canary-1', EMPTY: '' }, folder };
  const inHeader = (value: unknown, name = 'X-Key') =>
    JSON.stringify({ deployments: [{ baseUrl: 'http://a.test', headers: { [name]: value } }] });
  const parse = (value: unknown, name?: string) => parseConfigFile(inHeader(value, name), 'e.jsonc', places);

  it.each([
    ['plain', 'canary-0', 'canary-0'],
    ['with a variable in it', 'Bearer ${EDGE_TOKEN}', 'Bearer canary-1'],
    ['in a file beside the configuration', { file: 'token' }, 'canary-2'],
    ['in a file of a whole path', { file: join(folder, 'token') }, 'canary-2'],
  ])('are read %s', (_how, written, expected) => {
    writeFileSync(join(folder, 'token'), ' canary-2\n');
    const header = parse(written).deployments?.[0]?.headers?.['X-Key'];
    expect(header?.reveal()).toBe(expected);
  });

  it('print as [secret] only', () => {
    const settings = parse('Bearer ${EDGE_TOKEN}');
    const header = settings.deployments?.[0]?.headers?.['X-Key'];
    const printed = [
      JSON.stringify(settings),
      inspect(settings, { depth: 9, showHidden: true }),
      String(header),
    ];
    expect(printed.join('\n')).not.toContain('canary');
    expect(printed[2]).toBe('[secret]');
  });

  it.each([
    ['X-Key', '${NOWHERE}', 'the variable NOWHERE is not set'],
    ['X-Key', 'canary ${EMPTY}', 'the variable EMPTY is not set'],
    ['X-Key', ' ', 'it is empty'],
    ['X-Key', 'canary\ncanary', 'it must be one line of ASCII characters'],
    ['X-Key', { file: 'nowhere' }, `the file ${join(folder, 'nowhere')} cannot be read (ENOENT)`],
    ['X-Key', { file: 'token', path: 1 }, 'headers.X-Key.path: this setting does not exist'],
    ['X-Key', { name: 'canary' }, 'a text, perhaps with'],
    ['X-Key', ['canary'], 'a text, perhaps with "${VARIABLE}" in it, or { "file": "…" } is expected'],
    ['X-Key', 5, 'a text, perhaps with'],
    ['X Key', 'canary', 'this is not a header name'],
    ['Accept', 'canary', 'Edgewatch sets this header'],
  ])('%s: %j is a mistake, reported without any secret', (name, written, problem) => {
    const refused = () => parse(written, name);
    expect(refused).toThrow(problem);
    expect(refused).not.toThrow(/canary/);
  });

  it('are refused in headers that differ only in case', () => {
    const text = '{"deployments":[{"baseUrl":"http://a.test","headers":{"X-Key":"a","x-key":"b"}}]}';
    expect(() => parseConfigFile(text, 'e.jsonc')).toThrow('headers.x-key: this header is given twice');
  });
});

test.skipIf(!isOpensslThere)('the example of the docs has no mistake', () => {
  const page = readFileSync(new URL('../../../docs/operate/configuration.md', import.meta.url), 'utf8');
  const [, example = ''] = /```jsonc\n([\s\S]*?)```/.exec(page) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const client = makeAuthority(folder).sign('DNS:client');
  writeFileSync(join(folder, 'edge-key'), 'x');
  writeFileSync(join(folder, 'client.pem'), client.cert);
  writeFileSync(join(folder, 'client.key'), client.key);
  const places = { variables: { EDGE_TOKEN: 'x' }, folder };
  const { deployments } = parseConfigFile(example.replaceAll('/run/secrets/', ''), 'edgewatch.jsonc', places);
  expect(deployments).toHaveLength(2);
});

test('the docs have every key', () => {
  const page = readFileSync(new URL('../../../docs/operate/configuration.md', import.meta.url), 'utf8');
  const { names } = schemaFor({ variables: {}, folder: '.' });
  const keys = Object.entries(names).flatMap(([holder, members]) =>
    members.map((member) => ({ holder, member })),
  );
  const missing = keys.filter(({ member }) => !new RegExp(`[\\x60.]${member}\\b`).test(page));
  expect(missing).toEqual([]);
});

test.skipIf(!isOpensslThere)('certificates and keys are checked before anything starts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const authority = makeAuthority(folder);
  const [one, other] = [authority.sign('DNS:one'), authority.sign('DNS:other')];
  const refusal = (tls: unknown) => {
    const text = JSON.stringify({ deployments: [{ baseUrl: 'http://a.test', tls }] });
    return () => parseConfigFile(text, 'e.jsonc', { variables: {}, folder });
  };
  expect(refusal({ ca: { file: 'ca.pem' }, cert: one.cert, key: one.key })).not.toThrow();
  expect(refusal({ ca: one.key })).toThrow('tls.ca: it has no certificate in PEM form.');
  expect(refusal({ cert: one.cert, key: one.cert })).toThrow('tls.key: it has no private key in PEM form');
  expect(refusal({ cert: one.cert, key: other.key })).toThrow(
    'tls.key: this key does not belong to the certificate.',
  );
  expect(refusal({ cert: one.cert })).toThrow('tls.cert: a certificate needs its key.');
  expect(refusal({ key: one.key })).toThrow('tls.key: a key needs its certificate.');
});

test.each([
  ['http://proxy.test:3128', null],
  ['https://u:canary@proxy.test', null],
  [false, null],
  ['proxy.test:3128', 'an address such as "http://proxy.example.com:3128" is expected, or false.'],
  ['http://canary@proxy.test/path', 'an address such as'],
  [true, 'an address such as'],
])('a proxy %j: %s', (proxy, problem) => {
  const text = JSON.stringify({ deployments: [{ baseUrl: 'http://a.test', proxy }] });
  const parse = () => parseConfigFile(text, 'e.jsonc');
  if (problem === null) expect(parse).not.toThrow();
  else expect(parse).toThrow(problem);
  expect(parse).not.toThrow(/canary/);
});

describe('placements and wall options', () => {
  const parse = (settings: unknown) => parseConfigFile(JSON.stringify(settings, null, 1), 'c.json');

  it('are used as configured', () => {
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
  ])('report a mistake by its path: %j', (settings, path) => {
    expect(() => parse(settings)).toThrow(` ${path}: `);
  });
});
