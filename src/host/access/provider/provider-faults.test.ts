import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { gated, minute } from '#testing/gated.ts';
import {
  clientSecret,
  expectRefusal,
  type IdentityProvider,
  json,
  newKeys,
  openLogIn,
  providerOf,
  signed,
} from '#testing/identity-provider.ts';

describe('the way back', () => {
  it('needs the browser that began the log-in', async () => {
    const { go, comeBack, provider, expectReturnRefused } = await openLogIn();
    const [one, other] = [await go(), await go()];
    const { search } = provider.authorize(one.location);
    const sentence = 'begun in another browser, at another address of this host, or more than 10 min ago';
    const [name = ''] = one.carried.split('=');
    const otherValue = other.carried.split('=')[1] ?? '';
    for (const carried of ['', `${name}=`, `${name}=e30`, `${name}=${otherValue}`, other.carried])
      await expectReturnRefused(await comeBack(search, carried), 'not-carried', sentence);
    await expectReturnRefused(await comeBack('', one.carried), 'not-carried', sentence);
    expect(provider.requests.map(({ path }) => path)).not.toContain('/token');
    // A repeated parameter could be read in two ways.
    const twice = `${search}&state=${new URLSearchParams(search).get('state')}`;
    const repeated = await comeBack(twice, one.carried);
    await expectReturnRefused(repeated, 'not-oidc', 'not valid OpenID Connect');
    expect((await comeBack(search, one.carried)).headers.get('location')).toBe('/');
  });

  it('is not confused by a log-in in another tab', async () => {
    const { go, comeBack, ask, provider } = await openLogIn();
    const [one, other] = [await go('/open'), await go('/open/nodes')];
    const both = `${one.carried}; ${other.carried}`;
    const back = await comeBack(provider.authorize(one.location).search, both);
    expect([back.status, back.headers.get('location')]).toEqual([303, '/open']);
    expect(back.headers.getSetCookie()[1]).toContain(`${one.carried.split('=')[0]}=; `);
    const late = await comeBack(provider.authorize(other.location).search, other.carried);
    expect([late.status, late.headers.get('location')]).toEqual([303, '/open/nodes']);
    // Beyond four log-ins the oldest is forgotten.
    const five = [one.carried, other.carried, (await go()).carried, (await go()).carried];
    const fifth = await ask('/login/oidc', { headers: { cookie: five.join('; ') } });
    expect(fifth.headers.getSetCookie()).toHaveLength(2);
    expect(fifth.headers.getSetCookie()[1]).toMatch(
      `${one.carried.split('=')[0]}=; Path=/login/oidc; Max-Age=0;`,
    );
  });

  it('fails at most ten times per address and quarter of an hour', async () => {
    const { ask, go, comeBack, provider, lines, clock } = await openLogIn();
    const { location, carried } = await go('/open');
    const { search } = provider.authorize(location);
    const leadsTo = async (cookie: string, from = {}) =>
      (await comeBack(search, cookie, from)).headers.get('location');
    const tokens = () => provider.requests.filter(({ path }) => path === '/token').length;
    // Any site can lead a browser here without the cookie.
    for (let index = 0; index < 11; index += 1) expect(await leadsTo('')).toBe('/login?refused=not-carried');
    provider.spoiled.set('/token', json({}, 503));
    for (let index = 0; index < 11; index += 1)
      expect(await leadsTo(carried)).toBe('/login?next=%2Fopen&refused=http-503');
    lines.length = 0;
    provider.spoiled.set('/token', json({ error: 'invalid_grant' }, 400));
    for (let index = 0; index < 10; index += 1)
      expect(await leadsTo(carried)).toBe('/login?next=%2Fopen&refused=request-invalid_grant');
    const before = tokens();
    expect(await leadsTo(carried)).toBe('/login?next=%2Fopen&refused=blocked');
    const blocked = await ask('/login?next=%2Fopen&refused=blocked');
    expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '900']);
    expect(await blocked.text()).toContain(
      '<b>Ten failed log-ins.</b>Next try from this address at 12:15 UTC.',
    );
    expect((await ask('/login/oidc')).status).toBe(429);
    expect([tokens(), lines]).toEqual([before, []]);
    provider.spoiled.delete('/token');
    expect(await leadsTo(carried, { address: '192.0.2.8' })).toBe('/open');
    clock.now += 15 * minute;
    const ended = await ask('/login?next=%2Fopen&refused=blocked');
    expect([ended.status, await ended.text()]).toEqual([200, expect.not.stringContaining('failed log-ins')]);
    expect(await leadsTo(carried)).toBe('/open');
  });

  it('is refused for a request without a valid host name', async () => {
    const { go } = await openLogIn();
    for (const host of ['', 'a b', 'dash.test:x']) expect((await go('/', { host })).response.status).toBe(400);
  });

  it('has the same address as the way there, also with the usual port', async () => {
    const { logIn, provider } = await openLogIn();
    expect((await logIn('/', { host: 'Dash.test:80' })).status).toBe(303);
    const token = provider.requests.find(({ path }) => path === '/token');
    expect(new URLSearchParams(token?.body).get('redirect_uri')).toBe('http://dash.test/login/oidc/callback');
  });

  it('says that the provider refused, without its words', async () => {
    const { go, comeBack, provider, lines, expectReturnRefused } = await openLogIn();
    const refused = async (error: string) => {
      const { location, carried } = await go('/open');
      const { searchParams } = provider.authorize(location);
      const search = new URLSearchParams({
        error,
        error_description: 'Call 555',
        state: searchParams.get('state') ?? '',
      });
      return comeBack(`?${search.toString()}`, carried);
    };
    const html = await expectReturnRefused(
      await refused('access_denied'),
      'refused-access_denied',
      /refused the log-in \(access_denied\)\./,
    );
    expect(html).toContain('/login/oidc?next=%2Fopen');
    expect(html).toContain('Use another account');
    expect(html).not.toContain('Call 555');
    for (const text of ['<b>Call 555</b>', 'your_account_is_locked']) {
      const hostile = await refused(text);
      await expectReturnRefused(hostile, 'refused-other', /The provider refused the log-in\./);
    }
    expect(lines).toEqual([]);
  });

  it.each([
    'toString',
    'refused',
    'refused-<b>x</b>',
    'request-call_us_now',
    'groups-access_denied',
    'http-999',
    'http-4040',
  ])('has no reason "%s" in the address of the log-in page', async (reason) => {
    const { ask } = await openLogIn();
    const response = await ask(`/login?refused=${encodeURIComponent(reason)}`);
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain('You are not logged in.');
  });
});

const other = newKeys();
const now = () => Math.floor(Date.now() / 1000);

function large(outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end(`{"issuer":"${'x'.repeat(300 * 1024)}"}`);
}

describe('a provider that misbehaves', () => {
  it.each<[string, (provider: IdentityProvider) => void, string | RegExp]>([
    [
      'names another issuer in its discovery',
      ({ changes }) => {
        changes.discovery = { issuer: 'https://evil.test' };
      },
      'named another issuer or user',
    ],
    [
      'sends a discovery of 300 KiB',
      ({ spoiled }) => spoiled.set('/.well-known/openid-configuration', large),
      'too large',
    ],
    [
      'redirects the discovery',
      ({ spoiled }) =>
        spoiled.set('/.well-known/openid-configuration', (outgoing) =>
          outgoing.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
        ),
      'The provider responded with HTTP 302.',
    ],
    [
      'has no discovery',
      ({ spoiled }) => spoiled.set('/.well-known/openid-configuration', json({}, 404)),
      'The provider responded with HTTP 404.',
    ],
    [
      'has no token endpoint',
      ({ changes }) => {
        changes.discovery = { token_endpoint: undefined };
      },
      'not valid OpenID Connect',
    ],
    [
      'has its token endpoint at a metadata address',
      ({ changes }) => {
        changes.discovery = { token_endpoint: 'http://169.254.169.254/token' };
      },
      'link-local or metadata address',
    ],
    [
      'has methods that are no list',
      ({ changes }) => {
        changes.discovery = { token_endpoint_auth_methods_supported: 7 };
      },
      'not valid OpenID Connect',
    ],
    [
      'does not know the secret',
      ({ spoiled }) =>
        spoiled.set('/token', json({ error: 'invalid_client', error_description: clientSecret }, 401)),
      'does not accept the client id or the secret',
    ],
    ['fails', ({ spoiled }) => spoiled.set('/token', json({}, 500)), 'The provider responded with HTTP 500.'],
    [
      'sends HTML',
      ({ spoiled }) =>
        spoiled.set('/token', (outgoing) =>
          outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
        ),
      'not valid OpenID Connect',
    ],
    [
      'sends no JSON',
      ({ spoiled }) =>
        spoiled.set('/token', (outgoing) =>
          outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"access'),
        ),
      'not valid OpenID Connect',
    ],
    ['sends a token of 300 KiB', ({ spoiled }) => spoiled.set('/token', large), 'too large'],
    [
      'sends no ID token',
      ({ spoiled }) => spoiled.set('/token', json({ access_token: 'canary-access', token_type: 'Bearer' })),
      'not valid OpenID Connect',
    ],
    [
      'sends the ID token of another log-in',
      ({ changes }) => {
        changes.claims = { nonce: 'another' };
      },
      'belongs to another log-in',
    ],
    [
      'sends the ID token of another issuer',
      ({ changes }) => {
        changes.claims = { iss: 'https://evil.test' };
      },
      'belongs to another log-in',
    ],
    [
      'sends the ID token of another client',
      ({ changes }) => {
        changes.claims = { aud: 'other' };
      },
      'belongs to another log-in',
    ],
    [
      'sends an expired ID token',
      ({ changes }) => {
        changes.claims = { exp: now() - 60 };
      },
      'not valid at this time',
    ],
    [
      'sends an ID token without a signature',
      ({ changes }) => {
        changes.header = { alg: 'none' };
      },
      'an algorithm that this host does not accept',
    ],
    [
      'allows ID tokens without a signature, and sends one',
      ({ changes }) => {
        changes.discovery = { id_token_signing_alg_values_supported: ['none'] };
        changes.header = { alg: 'none' };
      },
      'an algorithm that this host does not accept',
    ],
    [
      'signs with the client secret',
      ({ changes }) => {
        changes.discovery = { id_token_signing_alg_values_supported: ['HS256'] };
        changes.header = { alg: 'HS256' };
      },
      'an algorithm that this host does not accept',
    ],
    [
      'signs with another key',
      ({ changes }) => {
        changes.key = other.privateKey;
      },
      'not valid OpenID Connect',
    ],
    [
      'signs with a key that it does not publish',
      ({ changes }) => {
        changes.header = { kid: 'second' };
      },
      'signed with an unknown key',
    ],
    ['sends keys of 300 KiB', ({ spoiled }) => spoiled.set('/keys', large), 'too large'],
    [
      'sends the user information of somebody else',
      ({ changes }) => {
        changes.user = { sub: 'eve', groups: ['team'] };
      },
      'named another issuer or user',
    ],
  ])('logs nobody in if it %s', async (_what, spoil, sentence) => {
    const { logIn, provider, lines, ask } = await openLogIn();
    spoil(provider);
    const first = await logIn('/open');
    const location = first.headers.get('location');
    // Without the discovery document the browser is not sent to the provider.
    const html = location
      ? await expectRefusal(await ask(location), 200, sentence)
      : await expectRefusal(first, 502, sentence);
    expect(html).toContain('/login/oidc?next=%2Fopen');
    expect(html + lines.join()).not.toMatch(/canary|eyJ/);
    expect(lines).toHaveLength(1);
    expect((await ask('/healthz')).status).toBe(200);
  });

  it.each<[string, (outgoing: ServerResponse) => void, string, string, string]>([
    ['is down', json({}, 503), 'http-503', 'The provider responded with HTTP 503.', 'responded with HTTP 503.'],
    [
      'breaks off',
      (outgoing) => outgoing.destroy(),
      'unreachable',
      'The provider cannot be reached. The log of the host has the cause.',
      'closed the connection',
    ],
  ])('logs nobody in while it %s', async (_what, answer, reason, sentence, logged) => {
    const { logIn, provider, lines, expectReturnRefused } = await openLogIn();
    provider.spoiled.set('/token', answer);
    await expectReturnRefused(await logIn('/open'), reason, sentence);
    expect(lines).toEqual([expect.stringContaining(logged)]);
  });

  it('gets 10 s for a log-in', async () => {
    const { logIn, provider, expectReturnRefused } = await openLogIn();
    const realTimeout = AbortSignal.timeout.bind(AbortSignal);
    const timeout = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((milliseconds) => realTimeout(milliseconds / 20));
    onTestFinished(() => timeout.mockRestore());
    for (const path of ['/token', '/keys']) {
      provider.spoiled.set(path, () => undefined);
      await expectReturnRefused(await logIn(), 'timeout', 'did not respond in time');
      // The head alone is no response.
      provider.spoiled.set(path, (outgoing) =>
        outgoing.writeHead(200, { 'content-type': 'application/json' }).write('{'),
      );
      await expectReturnRefused(await logIn(), 'timeout', 'did not respond in time');
      provider.spoiled.delete(path);
    }
  });

  it('is requested by at most 20 log-ins at once, and once for its discovery', async () => {
    const { ask, provider } = await openLogIn();
    const hanging: ServerResponse[] = [];
    provider.spoiled.set('/.well-known/openid-configuration', (outgoing) => void hanging.push(outgoing));
    const all = Array.from({ length: 25 }, () => ask('/login/oidc'));
    await expect.poll(() => hanging.length).toBe(1);
    hanging[0]?.end();
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(5);
    expect(statuses.filter((status) => status === 502)).toHaveLength(20);
    expect(hanging).toHaveLength(1);
  });

  it('may be down when the host starts, and is requested again later', async () => {
    const down = gated({ password: null, provider: providerOf('http://127.0.0.1:2') });
    expect((await down.ask('/login')).status).toBe(200);
    await expectRefusal(await down.ask('/login/oidc'), 503, 'cannot be reached: the connection is refused');
    const { ask, provider, go } = await openLogIn();
    const discovery = '/.well-known/openid-configuration';
    provider.spoiled.set(discovery, json({}, 503));
    await expectRefusal(await ask('/login/oidc'), 503, 'The provider responded with HTTP 503.');
    provider.spoiled.delete(discovery);
    expect((await ask('/login/oidc')).status).toBe(503);
    expect(provider.requests).toHaveLength(1);
    const realNow = performance.now.bind(performance);
    const later = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + 6_000);
    onTestFinished(() => later.mockRestore());
    expect((await go()).location).toContain(`${provider.issuer}/authorize`);
  });

  it('cannot be imitated by whoever has an ID token', async () => {
    const { seen, provider } = await openLogIn();
    const token = signed(other.privateKey, {
      iss: provider.issuer,
      aud: 'edgewatch',
      sub: 'ada',
      exp: now() + 60,
    });
    for (const name of ['edgewatch-session', 'edgewatch-id-token'])
      expect(await seen('/api/v2/status', `${name}=${token}`)).toBe(401);
  });
});
