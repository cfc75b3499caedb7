import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OidcSettings } from '#host/configuration/settings.ts';
import {
  begin,
  cookieOf,
  dataFolder,
  type GatedOptions,
  gated,
  preparePassword,
  right,
} from '#testing/gated.ts';
import { clientSecret, json, openLogIn, providerOf } from '#testing/identity-provider.ts';
import { addWallLink } from '../wall-links.ts';
import { ProviderLogIn } from './provider-log-in.ts';

beforeAll(preparePassword);

describe('a log-in at the provider', () => {
  it('uses code, PKCE, state and nonce, and leads back to the page', async () => {
    const { go, comeBack, ask, provider } = await openLogIn();
    const { response, location, carried } = await go('/open/nodes?region=osl1');
    expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store']);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^edgewatch-attempt-[\w-]{8}=[\w-]+; Path=\/login\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const { origin, pathname, searchParams } = new URL(location);
    expect(origin + pathname).toBe(`${provider.issuer}/authorize`);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'edgewatch',
      response_type: 'code',
      redirect_uri: 'http://dash.test/login/oidc/callback',
      scope: 'openid groups',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const [name = '', value = ''] = carried.split('=');
    const { nonce } = JSON.parse(Buffer.from(value, 'base64url').toString());
    expect(createHash('sha256').update(nonce).digest('base64url')).toBe(searchParams.get('nonce'));
    const back = await comeBack(provider.authorize(location).search, carried);
    expect([back.status, back.headers.get('location')]).toEqual([303, '/open/nodes?region=osl1']);
    expect(back.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^edgewatch-session=[\w.-]{80,}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/),
      `${name}=; Path=/login/oidc; Max-Age=0; HttpOnly; SameSite=Lax`,
      expect.stringMatching(
        /^edgewatch-id-token=[\w.-]+; Path=\/logout; Max-Age=604800; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const token = provider.requests.find(({ path }) => path === '/token');
    const sent = new URLSearchParams(token?.body);
    expect(
      createHash('sha256')
        .update(sent.get('code_verifier') ?? '')
        .digest('base64url'),
    ).toBe(searchParams.get('code_challenge'));
    expect(token?.headers.authorization).toMatch(/^Basic /);
    const headers = { cookie: cookieOf(back) };
    expect(await (await ask('/config.json', { headers })).json()).toMatchObject({ session: 'oidc' });
    expect((await ask('/open', { headers })).status).toBe(200);
  });

  it('sends the secret in the body to a provider that wants it there', async () => {
    const { logIn, provider } = await openLogIn();
    provider.changes.discovery = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    expect((await logIn()).status).toBe(303);
    const body = new URLSearchParams(provider.requests.find(({ path }) => path === '/token')?.body);
    expect(body.get('client_secret')).toBe(clientSecret);
  });

  it.each<[string, object, Partial<GatedOptions>, string, string]>([
    ['below a base path', {}, { basePath: '/ops' }, 'http://dash.test/ops', '/ops'],
    [
      'below a prefix that a proxy removed',
      { prefix: '/outer', host: 'dash.example.com', isSecure: true },
      { basePath: '/ops' },
      'https://dash.example.com/outer/ops',
      '/outer/ops',
    ],
    [
      'at the public address',
      { host: '10.0.0.7:4600' },
      { publicUrl: 'https://status.example.com' },
      'https://status.example.com',
      '',
    ],
  ])('comes back %s', async (_place, from, options, base, path) => {
    const { go, comeBack, provider } = await openLogIn(options);
    const { response, location, carried } = await go('/open', from);
    expect(response.headers.getSetCookie()[0]).toContain(`; Path=${path}/login/oidc;`);
    const back = provider.authorize(location);
    expect(back.origin + back.pathname).toBe(`${base}/login/oidc/callback`);
    const response2 = await comeBack(back.search, carried, from);
    expect([response2.status, response2.headers.get('location')]).toEqual([303, `${path}/open`]);
    expect(provider.requests.find(({ path }) => path === '/token')?.body).toContain(
      `redirect_uri=${encodeURIComponent(`${base}/login/oidc/callback`)}`,
    );
  });

  it('asks for another account, and passes on no other prompt', async () => {
    const { ask } = await openLogIn();
    const promptOf = async (prompt: string) => {
      const response = await ask(`/login/oidc?prompt=${prompt}`);
      return new URL(response.headers.get('location') ?? '').searchParams.get('prompt');
    };
    expect(await promptOf('select_account')).toBe('select_account');
    for (const prompt of ['none', 'login', '']) expect(await promptOf(prompt)).toBeNull();
  });

  it('requests the scopes of the groups from a provider that lists none', async () => {
    const { go, provider } = await openLogIn();
    provider.changes.discovery = { scopes_supported: undefined };
    expect(new URL((await go()).location).searchParams.get('scope')).toBe('openid profile groups');
  });

  it('requests the scope of the name also without groups', async () => {
    const { go, provider } = await openLogIn();
    const without = new ProviderLogIn({
      settings: providerOf(provider.issuer).settings,
      visibleTo: [],
      report: () => undefined,
    });
    provider.changes.discovery = { scopes_supported: ['openid', 'profile', 'groups'] };
    const begun = await without.begin('http://dash.test', '/', false);
    expect(begun instanceof Error ? '' : new URL(begun.location).searchParams.get('scope')).toBe(
      'openid profile',
    );
    expect(new URL((await go()).location).searchParams.get('scope')).toBe('openid profile groups');
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>, string]>([
    ['preferred_username', { preferred_username: 'ada.l', name: 'Ada', email: 'ada@test' }, {}, 'ada.l'],
    ['name', { name: ' Ada Lovelace\u202e ', email: 'ada@test' }, {}, 'Ada Lovelace'],
    ['email', { preferred_username: '', name: 7, email: 'ada@test' }, {}, 'ada@test'],
    [
      'user information that brings the groups',
      { groups: undefined },
      { name: 'Ada 木', groups: [] },
      'Ada 木',
    ],
    ['sub', {}, {}, 'ada'],
    ['name, cut to its longest', { name: '木'.repeat(300) }, {}, '木'.repeat(100)],
  ])('keeps the name of the person in the session: %s', async (_claim, claims, user, name) => {
    const { state, provider, sessionAfter } = await openLogIn();
    const { logIn: provided } = providerOf(provider.issuer);
    provider.changes.claims = { groups: ['team'], ...claims };
    provider.changes.user = user;
    const token = (await sessionAfter()).replace(/^[^=]*=/, '');
    const note = state.sessions.noteOf(token, provided.credential, begin);
    expect(provided.factsIn(note ?? '').name).toBe(name);
  });

  it('sets secure cookies if the public address is https', async () => {
    const { go, comeBack, provider } = await openLogIn({ publicUrl: 'https://status.example.com:443/' });
    const { response, location, carried } = await go();
    const back = await comeBack(provider.authorize(location).search, carried);
    expect(back.status).toBe(303);
    for (const each of [...response.headers.getSetCookie(), ...back.headers.getSetCookie()])
      expect(each).toMatch(/; Secure$/);
  });

  it.each(['//evil.test', 'https://evil.test', '/\\evil.test', '/login', '/open#x', '/%2e%2e/x'])(
    'never leads to %s, also if the cookie says so',
    async (next) => {
      const { logIn, go, comeBack, provider } = await openLogIn();
      expect((await logIn(next)).headers.get('location')).toBe('/');
      const { location, carried } = await go('/open');
      const [name = '', value = ''] = carried.split('=');
      const text = Buffer.from(value, 'base64url').toString();
      const forged = Buffer.from(text.replace('"/open"', () => JSON.stringify(next))).toString('base64url');
      const back = await comeBack(provider.authorize(location).search, `${name}=${forged}`);
      expect([back.status, back.headers.get('location')]).toEqual([303, '/']);
    },
  );

  it('is offered beside the password, or alone', async () => {
    const { provider } = await openLogIn();
    const own = providerOf(provider.issuer);
    const both = await (await gated({ provider: own }).ask('/login?next=/open')).text();
    expect(both).toContain('<form method="post" action="/login">');
    expect(both).toContain(
      `<a href="/login/oidc?next=%2Fopen">Log in with ${new URL(provider.issuer).host}</a>`,
    );
    const { ask } = gated({ provider: own, password: null });
    const page = await ask('/login');
    const alone = await page.text();
    expect(alone).toContain('<a href="/login/oidc">');
    expect(alone).not.toContain('<form');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'none'");
    const posted = await ask('/login', { method: 'POST', body: 'password=x' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await ask('/open')).headers.get('location')).toBe('/login?next=%2Fopen');
    for (const method of ['HEAD', 'POST'])
      for (const path of ['/login/oidc', '/login/oidc/callback'])
        expect((await ask(path, { method })).status).toBe(405);
  });

  it('does not exist without a provider', async () => {
    const { ask } = gated();
    for (const path of ['/login/oidc', '/login/oidc/callback?code=x&state=y'])
      expect((await ask(path)).status).toBe(401);
    expect(await (await ask('/login')).text()).not.toContain('Log in with');
  });
});

describe('the groups of a viewer', () => {
  const seesVault = async (groups: unknown, where: 'claims' | 'user' = 'claims') => {
    const { provider, sessionAfter, seen } = await openLogIn();
    provider.changes[where] = { groups };
    const session = await sessionAfter();
    expect(await seen('/deployments/open/api/v2/status', session)).toBe(200);
    return (await seen('/deployments/vault/api/v2/status', session)) === 200;
  };

  it('decide which deployments exist', async () => {
    expect(await seesVault(['sales', 'team'])).toBe(true);
    expect(await seesVault('ops')).toBe(true);
    expect(await seesVault(['team'], 'user')).toBe(true);
    for (const groups of [['sales'], 'team,ops', [], null, 7, { team: true }, [['team']], undefined])
      expect(await seesVault(groups)).toBe(false);
  });

  it('decide who may enter, if the configuration says so', async () => {
    const { provider, logIn, lines, expectReturnRefused } = await openLogIn({
      oidc: { allowedGroups: ['noc', 'team'] },
    });
    provider.changes.claims = { groups: ['sales'] };
    const sentence = 'None of your groups has access to this host.';
    const html = await expectReturnRefused(await logIn('/open'), 'groups', sentence);
    expect(html).toContain('/login/oidc?next=%2Fopen&#38;prompt=select_account">Use another account</a>');
    provider.changes.claims = { groups: ['noc'] };
    expect((await logIn()).headers.get('location')).toBe('/');
    expect(lines).toEqual([]);
  });

  it('are read in another claim if the configuration names it', async () => {
    const { provider, sessionAfter, seen } = await openLogIn({ oidc: { groupsClaim: 'https://a.test/roles' } });
    provider.changes.claims = { groups: ['sales'], 'https://a.test/roles': ['team'] };
    expect(await seen('/deployments/vault/api/v2/status', await sessionAfter())).toBe(200);
  });
});

describe('a session', () => {
  it('survives a restart, and ends with another provider, client or set of groups', async () => {
    const folder = dataFolder();
    const { sessionAfter, provider } = await openLogIn({ folder });
    const session = await sessionAfter();
    const statusWith = (oidc: Partial<OidcSettings>, issuer = provider.issuer) =>
      gated({ folder, password: null, provider: providerOf(issuer, oidc) }).seen('/open', session);
    expect(await statusWith({})).toBe(200);
    expect(await statusWith({ clientId: 'other' })).toBe(303);
    expect(await statusWith({ allowedGroups: ['team'] })).toBe(303);
    expect(await statusWith({}, 'https://login.example.com')).toBe(303);
    expect(await gated({ folder }).seen('/open', session)).toBe(303);
  });

  it('gets no group and no other name by a changed cookie', async () => {
    const { sessionAfter, seen } = await openLogIn();
    const session = await sessionAfter();
    expect(session).toMatch(/\.00_YWRh\.[\w-]{43}$/);
    for (const forged of [session.replace('.00_', '.11_'), session.replace('_YWRh.', '_Ym9i.')])
      expect(await seen('/api/v2/status', forged)).toBe(401);
    expect(await seen('/api/v2/status', session.replace('.00_YWRh.', '.'))).toBe(401);
  });

  it('ends with log-out, and then at the provider', async () => {
    const { logIn, ask, seen, provider } = await openLogIn({ basePath: '/ops' });
    const cookies = (await logIn()).headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
    const [session = '', , idToken = ''] = cookies;
    const early = await ask('/ops/logout', { headers: { cookie: session } });
    expect([early.status, early.headers.get('allow')]).toEqual([405, 'POST']);
    const out = await ask('/ops/logout', { method: 'POST', headers: { cookie: `${session}; ${idToken}` } });
    expect([out.status, out.headers.get('location')]).toEqual([303, '/ops/login']);
    expect(await seen('/ops/open', session)).toBe(303);
    const there = await ask('/ops/logout', { headers: { cookie: `${session}; ${idToken}` } });
    expect(there.status).toBe(303);
    const { origin, pathname, searchParams } = new URL(there.headers.get('location') ?? '');
    expect(origin + pathname).toBe(`${provider.issuer}/end`);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'edgewatch',
      post_logout_redirect_uri: 'http://dash.test/ops/login',
      id_token_hint: idToken.split('=')[1],
    });
    expect(there.headers.getSetCookie()).toEqual([
      'edgewatch-id-token=; Path=/ops/logout; Max-Age=0; HttpOnly; SameSite=Lax',
    ]);
  });

  it('is not ended at the provider by a page of another site, and not if the provider has no log-out address', async () => {
    const { ask, provider } = await openLogIn();
    const foreign = await ask('/logout', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect([foreign.headers.get('location'), foreign.headers.getSetCookie()]).toEqual(['/login', []]);
    const sentence = `You are logged out of Edgewatch.</b>Your session at ${new URL(provider.issuer).host} may still be open.`;
    // A log-out while the provider is down can be repeated.
    const discovery = '/.well-known/openid-configuration';
    provider.spoiled.set(discovery, json({}, 503));
    const down = await ask('/logout');
    expect([down.status, down.headers.getSetCookie()]).toEqual([200, []]);
    expect(await down.text()).toContain(sentence);
    provider.spoiled.delete(discovery);
    provider.changes.discovery = { end_session_endpoint: undefined };
    const realNow = performance.now.bind(performance);
    const later = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + 6_000);
    onTestFinished(() => later.mockRestore());
    const without = await ask('/logout');
    expect([without.status, without.headers.getSetCookie().length]).toEqual([200, 1]);
    expect(await without.text()).toContain(sentence);
  });

  it('with the password deletes the ID token of an earlier one', async () => {
    const { provider } = await openLogIn();
    const response = await gated({ provider: providerOf(provider.issuer) }).guess(right);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^edgewatch-session=/),
      'edgewatch-id-token=; Path=/logout; Max-Age=0; HttpOnly; SameSite=Lax',
    ]);
  });

  it('keeps no ID token that is too long for a cookie', async () => {
    const { logIn, provider } = await openLogIn();
    provider.changes.claims = { groups: ['team'], picture: 'x'.repeat(1_500) };
    const cookies = (await logIn()).headers.getSetCookie();
    expect(cookies.at(-1)).toBe('edgewatch-id-token=; Path=/logout; Max-Age=0; HttpOnly; SameSite=Lax');
    expect(cookies).toHaveLength(3);
  });

  it('leaves wall links, metrics and health as they are', async () => {
    const folder = dataFolder();
    const key = addWallLink(folder, 'lobby', ['team'], new Date(begin));
    const { ask, seen } = await openLogIn({ folder, metricsToken: 'a-token-of-24-characters' });
    expect(await seen('/deployments/vault/api/v2/status', `edgewatch-wall=${key}`)).toBe(200);
    expect((await ask('/metrics')).status).toBe(401);
    for (const path of ['/healthz', '/readyz']) expect((await ask(path)).status).toBe(200);
  });
});
