import { describe, expect, it } from 'vitest';
import { parseWindow } from '#domain/windows/window.ts';
import { Secret } from '../net/secrets.ts';
import { filesOf, secretsOf } from './own-secrets.ts';
import type { ConfigFile } from './schema.ts';
import { makeSettings } from './settings.ts';

const none = { open: false, demo: false, baseUrls: [] };

describe('settings', () => {
  it('default to the demo on loopback, port 4600', () => {
    expect(makeSettings(none)).toMatchObject({
      host: '127.0.0.1',
      hostNames: [],
      port: 4600,
      basePath: '',
      pollSeconds: 10,
      limits: { headersMilliseconds: 10_000, totalMilliseconds: 15_000, maximumBodyBytes: 33_554_432 },
      proxied: [],
      demo: { seed: 1, scale: 1 },
    });
  });

  it('switch the demo off if there is a deployment, unless it is requested', () => {
    const given = { ...none, baseUrls: [{ baseUrl: 'http://a.test' }] };
    expect(makeSettings(given).demo).toBeNull();
    expect(makeSettings({ ...given, demo: true, demoSeed: 3 }).demo).toEqual({ seed: 3, scale: 1 });
    expect(makeSettings(none, { deployments: [{ baseUrl: 'http://a.test' }] }).demo).toBeNull();
    expect(makeSettings(given, { demo: true }).demo).toEqual({ seed: 1, scale: 1 });
  });

  it('prefer the command line over the file', () => {
    const file = { port: 1, host: '127.0.0.2', basePath: '/file', pollSeconds: 30 };
    const options = { ...none, port: 2, host: 'localhost', basePath: '/line' };
    expect(makeSettings(options, file)).toMatchObject({ port: 2, host: 'localhost', basePath: '/line' });
    expect(makeSettings(none, file)).toMatchObject({
      port: 1,
      host: '127.0.0.2',
      basePath: '/file',
      pollSeconds: 30,
    });
  });

  it('let a deployment of the file allow a refused address', () => {
    const baseUrl = 'http://169.254.10.7';
    const allowed = { baseUrl, allowAddresses: ['169.254.10.0/24'] };
    expect(makeSettings(none, { deployments: [allowed] }).proxied).toMatchObject([allowed]);
  });

  it('keep the single webhook beside several, each with a stable id', () => {
    const url = new Secret('http://chat.test/');
    const { webhooks } = makeSettings(none, {
      webhook: { url },
      webhooks: [
        { url, name: 'on-call', minimumSeverity: 'critical' },
        { url, deployments: ['edge'] },
        { url, name: 'on-call' },
      ],
    });
    expect(
      webhooks.map(({ id, name, deployments, minimumSeverity }) => [id, name, deployments, minimumSeverity]),
    ).toEqual([
      ['webhook', 'Webhook', null, null],
      ['webhooks.on-call', 'on-call', null, 'critical'],
      ['webhooks[1]', 'Webhook 2', ['edge'], null],
      ['webhooks[2]', 'on-call', null, null],
    ]);
  });

  it('have the origins that may embed the host in their normal form', () => {
    const frameAncestors = ['https://Wiki.Example.com:443/', 'http://[::1]:8080'];
    expect(makeSettings(none, { frameAncestors }).frameAncestors).toEqual([
      'https://wiki.example.com',
      'http://[::1]:8080',
    ]);
  });

  it.each(['webhooks', 'mute', 'planned'] as const)(
    'refuse a deployment in %s that is not configured',
    (setting) => {
      const window = parseWindow({ from: '2026-11-27T22:00Z', to: '2026-11-28T06:00Z' });
      const given = {
        url: new Secret('http://chat.test/'),
        window,
        reason: 'x',
        deployments: ['store', 'edgee'],
      };
      const deployments = ['store', 'edge'].map((slug) => ({ slug, baseUrl: `http://${slug}.test` }));
      expect(() => makeSettings(none, { deployments, [setting]: [given] }, 'e.jsonc')).toThrow(
        `e.jsonc: ${setting}[0].deployments[1]: there is no deployment "edgee". Did you mean "edge"?`,
      );
    },
  );

  it('keep configured slugs and generate the others around them', () => {
    const options = {
      ...none,
      baseUrls: [{ baseUrl: 'http://a.test' }, { slug: 'a-test', baseUrl: 'http://b.test' }],
    };
    const { proxied } = makeSettings(options, { deployments: [{ baseUrl: 'http://a.test', name: 'Third' }] });
    expect(proxied.map(({ slug, name }) => [slug, name])).toEqual([
      ['a-test-2', 'a-test-2'],
      ['a-test', 'a-test'],
      ['a-test-3', 'Third'],
    ]);
  });

  it('poll a deployment by its own period, else by the common one', () => {
    const [a, b] = ['http://a.test', 'http://b.test'];
    const deployments = [{ baseUrl: a, pollSeconds: 30, sliceIntervalSeconds: 60 }, { baseUrl: b }];
    const intervalsOf = (file: ConfigFile) =>
      makeSettings(none, { deployments, ...file }).proxied.map((each) => each.sliceIntervalSeconds);
    expect(intervalsOf({})).toEqual([60, 900]);
    expect(intervalsOf({ sliceIntervalSeconds: 300 })).toEqual([60, 300]);
    const periods = (file: object) =>
      makeSettings(none, { deployments, ...file }).proxied.map(({ pollSeconds }) => pollSeconds);
    expect(periods({})).toEqual([30, 10]);
    expect(periods({ pollSeconds: 60 })).toEqual([30, 60]);
  });

  it('limit the rows of a deployment by its own limit, else by the common one', () => {
    const deployments = [
      { baseUrl: 'http://a.test', limits: { maximumItems: 500 } },
      { baseUrl: 'http://b.test', limits: { timeoutSeconds: 20 } },
    ];
    const bounds = (file: object) =>
      makeSettings(none, { deployments, ...file }).proxied.map(({ maximumItems }) => maximumItems);
    expect(bounds({})).toEqual([500, 1_000_000]);
    expect(bounds({ limits: { maximumItems: 2_000 } })).toEqual([500, 2_000]);
  });

  it('add the status words of a deployment to the common ones', () => {
    const file = {
      words: { green: 'ok', amber: 'notice' } as const,
      deployments: [{ baseUrl: 'http://a.test', words: { amber: 'degraded' } as const }],
    };
    expect(makeSettings(none, file).proxied[0]?.words).toEqual({ green: 'ok', amber: 'degraded' });
  });

  it('keep the time to the first byte within the total', () => {
    const { limits } = makeSettings(none, { limits: { timeoutSeconds: 60 } });
    expect(limits).toMatchObject({ headersMilliseconds: 40_000, totalMilliseconds: 60_000 });
  });

  it("prefer a deployment's own limits, and hide its address by default", () => {
    const file = {
      limits: { timeoutSeconds: 30, maximumBodyBytes: 2048 },
      deployments: [
        { baseUrl: 'http://a.test', limits: { maximumBodyBytes: 4096 } },
        { baseUrl: 'http://b.test/', showAddress: true },
      ],
    };
    expect(makeSettings(none, file).proxied).toMatchObject([
      { name: 'a-test', showAddress: false, limits: { totalMilliseconds: 30_000, maximumBodyBytes: 4096 } },
      { name: 'b.test', baseUrl: 'http://b.test', showAddress: true, limits: { maximumBodyBytes: 2048 } },
    ]);
  });

  it.each([
    [{ ...none, host: '0.0.0.0' }, {}, 'add --open'],
    [{ ...none, host: 'example.com' }, {}, 'add --open'],
    [none, { host: '::' }, 'add --open'],
    [none, { demo: false }, 'there is nothing to show'],
    [{ ...none, tlsCert: 'a.pem' }, {}, '--tls-cert and --tls-key need each other'],
    [
      { ...none, tlsCert: '/nowhere/a.pem', tlsKey: 'a.key' },
      {},
      '--tls-cert /nowhere/a.pem: the file /nowhere/a.pem cannot be read (ENOENT).',
    ],
    [{ ...none, demoSeed: 1, baseUrls: [{ baseUrl: 'http://a.test' }] }, {}, 'add --demo'],
  ])('%o with %o are refused: %s', (options, file, sentence) => {
    expect(() => makeSettings(options, file, 'e.jsonc')).toThrow(sentence);
  });

  it('need no --open if access is set, or the file says that the host is open', () => {
    const proxy = { trusted: ['10.0.0.5'], userHeader: 'X-User' };
    expect(makeSettings(none, { host: '0.0.0.0', access: { proxy } }).access).toEqual({
      password: null,
      oidc: null,
      proxy: { ...proxy, groupHeader: null },
    });
    expect(makeSettings(none, { host: '0.0.0.0', access: { open: true } }).access).toBeNull();
    expect(() => makeSettings(none, { host: '0.0.0.0', access: { open: false } })).toThrow('add --open');
  });

  it('keep the client secret out of the log, watch its file, and need a public address on a network', () => {
    const clientSecret = new Secret('canary', '/run/secrets/oidc');
    const oidc = { issuer: 'https://a.test', clientId: 'edgewatch', clientSecret, groupsClaim: 'groups' };
    const settings = makeSettings(none, { host: '0.0.0.0', publicUrl: 'https://a.test', access: { oidc } });
    expect(makeSettings(none, { access: { oidc } }).publicUrl).toBeNull();
    expect(() => makeSettings(none, { host: '0.0.0.0', access: { oidc } })).toThrow(
      'The configuration: access.oidc needs "publicUrl" on 0.0.0.0',
    );
    expect(settings.access?.oidc).toEqual(oidc);
    expect(secretsOf(settings)).toEqual(['canary']);
    expect(filesOf(settings)).toEqual(['/run/secrets/oidc']);
    expect(JSON.stringify(settings)).not.toContain('canary');
  });

  it('take a database from the command line before the file, and keep its password out of the log', () => {
    const file = new Secret('postgres://ew:can%20ary@db.test/file', '/run/secrets/database');
    expect(makeSettings(none).database).toBeNull();
    const settings = makeSettings(none, { database: file });
    expect(settings.database).toBe(file);
    expect(secretsOf(settings)).toEqual(['can%20ary', 'can ary', file.reveal()]);
    expect(filesOf(settings)).toEqual(['/run/secrets/database']);
    expect(JSON.stringify(settings)).not.toContain('db.test');
    const given = new Secret('postgres://db.test/given');
    expect(makeSettings({ ...none, database: given }, { database: file }).database).toBe(given);
  });

  it('refuse groups without access', () => {
    const deployments = [{ baseUrl: 'http://a.test', visibleTo: ['team'] }];
    expect(() => makeSettings(none, { deployments })).toThrow('deployments[0].visibleTo');
  });

  it.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1', '[::1]'])('need no --open on %s', (host) => {
    expect(makeSettings({ ...none, host }).host).toBe(host.replace(/[[\]]/g, ''));
  });
});
