import { beforeAll, describe, expect, it } from 'vitest';
import { begin, dataFolder, gated, preparePassword } from '#testing/gated.ts';
import { ListNotes } from '../gateway/list-notes.ts';
import { SettingsError } from '../net/settings-error.ts';
import { addWallLink, listWallLinks, revokeWallLink } from './wall-links.ts';

beforeAll(preparePassword);

const authenticator = { address: '192.0.2.7', peer: '10.0.0.5' };
const named = (groups?: string) => ({
  headers: { 'x-user': 'ada', ...(groups !== undefined && { 'x-groups': groups }) },
});

/** Status, headers and body of a response, without the id that differs between two responses. */
async function saidOf(response: Response): Promise<string> {
  const text = (await response.text()).replaceAll(/urn:uuid:[\w-]+/g, '');
  return `${response.status} ${JSON.stringify([...response.headers])} ${text}`;
}

describe('a deployment that a viewer may not see', () => {
  it('looks like one that does not exist', async () => {
    const { ask } = gated({ proxy: true });
    for (const path of ['', '/api/v2/status', '/api/v2/nodes?limit=5', '/other']) {
      const hidden = await saidOf(await ask(`/deployments/vault${path}`, named(), authenticator));
      const absent = await saidOf(await ask(`/deployments/absent0${path}`, named(), authenticator));
      expect(hidden).toMatch(/^404 /);
      expect(hidden).toBe(absent);
    }
    const page = await saidOf(await ask('/vault/nodes', named(), authenticator));
    expect(page).toBe(await saidOf(await ask('/absent0/nodes', named(), authenticator)));
  });

  it('is in no document, description, metric or readiness, and not at the root', async () => {
    const { ask } = gated({ proxy: true });
    for (const path of [
      '/',
      '/open',
      '/wall',
      '/config.json',
      '/openapi.json',
      '/metrics',
      '/readyz',
      '/api/v2/status',
    ]) {
      const response = await ask(path, named('other'), authenticator);
      expect(response.status).toBe(200);
      expect(await response.text(), path).not.toContain('vault');
    }
    const config: unknown = await (await ask('/config.json', named(), authenticator)).json();
    expect(config).toMatchObject({ deployments: [{ slug: 'open' }], session: 'proxy' });
    expect(await (await ask('/readyz', named(), authenticator)).json()).toMatchObject({
      deployments: { n: 1 },
    });
    expect(await (await ask('/api/v2/status', named(), authenticator)).json()).toMatchObject({ slug: 'open' });
  });

  it('becomes visible to its groups with the next request, and no longer than they hold', async () => {
    const { ask } = gated({ proxy: true });
    const slugOf = async (groups: string) =>
      (await ask('/api/v2/status', named(groups), authenticator)).json() as Promise<unknown>;
    for (let round = 0; round < 2; round += 1) {
      expect(await slugOf('sales, team')).toMatchObject({ slug: 'vault' });
      expect((await ask('/deployments/vault/api/v2/status', named('ops'), authenticator)).status).toBe(200);
      expect(await slugOf('sales')).toMatchObject({ slug: 'open' });
      expect((await ask('/deployments/vault/api/v2/status', named('op'), authenticator)).status).toBe(404);
    }
    expect(await (await ask('/', named('team'), authenticator)).text()).toContain('Name of vault');
  });

  it('is invisible to viewers with the password, who have no groups', async () => {
    const { logIn, seen } = gated();
    const cookie = await logIn();
    expect(await seen('/deployments/vault/api/v2/status', cookie)).toBe(404);
    expect(await seen('/deployments/open/api/v2/status', cookie)).toBe(200);
  });

  it('is stored by no shared cache, nor is any other response for one viewer', async () => {
    const { ask } = gated({ proxy: true });
    for (const path of [
      '/',
      '/open',
      '/config.json',
      '/openapi.json',
      '/deployments/open/api/v2/status',
      '/vault',
      '/nothing.here',
    ]) {
      const { headers } = await ask(path, named(), authenticator);
      expect(headers.get('cache-control'), path).toMatch(/^private(?:, |$)/);
      expect(headers.get('cache-control'), path).not.toMatch(/public|s-maxage/);
      expect(headers.get('vary'), path).toMatch(/cookie/);
    }
    expect((await ask('/assets/main-1.js', named(), authenticator)).headers.get('cache-control')).toMatch(
      /^public/,
    );
  });
});

describe('the tallies of lists', () => {
  const path = '/config/tallies.json';

  it('are refused without access, like the configuration', async () => {
    const { ask, logIn, seen } = gated();
    for (const headers of [{}, { cookie: 'edgewatch=forged' }, { 'x-user': 'ada', 'x-groups': 'team' }]) {
      const response = await ask(path, { headers });
      expect(response.status).toBe(401);
      expect(await response.text()).not.toMatch(/vault|open/);
    }
    expect(await seen(path, await logIn())).toBe(200);
  });

  it('are those of the deployments that a group may see', async () => {
    const lists = new ListNotes();
    for (const slug of ['vault', 'open']) lists.noteAbsent(slug, '/api/v2/nodes');
    const { ask } = gated({ proxy: true, lists });
    const slugs = async (groups?: string) => {
      const tallies = (await (await ask(path, named(groups), authenticator)).json()) as { slug: string }[];
      return tallies.map(({ slug }) => slug);
    };
    expect(await slugs('team')).toEqual(['vault', 'open']);
    expect(await slugs('other')).toEqual(['open']);
    expect(await slugs()).toEqual(['open']);
  });
});

describe('the user header of a proxy', () => {
  it.each<[string, { address: string; peer: string }, Record<string, string>, number]>([
    ['of the one that is trusted', authenticator, { 'x-user': 'ada' }, 200],
    [
      'of anybody else',
      { address: '192.0.2.7', peer: '192.0.2.7' },
      { 'x-user': 'ada', 'x-groups': 'team' },
      401,
    ],
    [
      'of a client that calls itself the proxy',
      { address: '10.0.0.5', peer: '192.0.2.7' },
      { 'x-user': 'ada' },
      401,
    ],
    ['without a user', authenticator, { 'x-user': ' ', 'x-groups': 'team' }, 401],
    ['that names groups alone', authenticator, { 'x-groups': 'team' }, 401],
  ])('%s', async (_whose, from, headers, status) => {
    const { ask } = gated({ proxy: true, password: null });
    expect((await ask('/config.json', { headers }, from)).status).toBe(status);
    expect((await ask('/open', { headers }, from)).status).toBe(status);
  });
});

describe('a wall link', () => {
  it('becomes a cookie at once, and its key leaves the address', async () => {
    const folder = dataFolder();
    const key = addWallLink(folder, 'lobby', [], new Date(begin));
    const { ask, seen } = gated({ folder, basePath: '/ops' });
    const response = await ask(`/ops/open/wall?seconds=20&key=${key}&theme=light`);
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/ops/open/wall?seconds=20&theme=light',
    ]);
    expect(response.headers.getSetCookie()).toEqual([
      `edgewatch-wall=${key}; Path=/ops; Max-Age=34560000; HttpOnly; SameSite=Lax`,
    ]);
    const cookie = `edgewatch-wall=${key}`;
    expect(await seen('/ops/wall', cookie)).toBe(200);
    const config: unknown = await (await ask('/ops/config.json', { headers: { cookie } })).json();
    expect(config).toMatchObject({ deployments: [{ slug: 'open' }], session: 'wall' });
  });

  it('gets no further response and no form once it is revoked, also for copies', async () => {
    const folder = dataFolder();
    const key = addWallLink(folder, 'lobby', [], new Date(begin));
    const other = addWallLink(folder, 'hall', [], new Date(begin));
    const { ask, seen } = gated({ folder });
    const cookie = `edgewatch-wall=${key}`;
    expect(await seen('/api/v2/status', cookie)).toBe(200);
    revokeWallLink(folder, 'lobby');
    expect(await seen('/api/v2/status', cookie)).toBe(401);
    expect(await seen('/api/v2/status', `edgewatch-wall=${other}`)).toBe(200);
    for (const response of [await ask(`/wall?key=${key}`), await ask('/wall', { headers: { cookie } })]) {
      expect(response.status).toBe(401);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await response.text()).not.toMatch(/<form|<input|lobby/);
    }
  });

  it('shows what its groups may see', async () => {
    const folder = dataFolder();
    const cookie = `edgewatch-wall=${addWallLink(folder, 'lobby', ['team'], new Date(begin))}`;
    const { seen } = gated({ folder });
    expect(await seen('/deployments/vault/api/v2/status', cookie)).toBe(200);
  });

  it('is stored as a digest, under its name', () => {
    const folder = dataFolder();
    const key = addWallLink(folder, 'Lobby, 2nd floor', [], new Date(begin));
    expect(JSON.stringify(listWallLinks(folder))).not.toContain(key);
    expect(() => addWallLink(folder, 'Lobby, 2nd floor', [], new Date(begin))).toThrow(SettingsError);
    expect(() => addWallLink(folder, 'two\nlines', [], new Date(begin))).toThrow(SettingsError);
    expect(() => revokeWallLink(folder, 'hall')).toThrow('There is no wall link "hall"');
  });
});
