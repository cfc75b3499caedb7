/** Groups from a proxy that authenticates, by docs/operate/proxies.md: oauth2-proxy beside nginx, and by itself. */

import { readFileSync, writeFileSync } from 'node:fs';
import type { TestInfo } from '@playwright/test';
import { parse } from 'jsonc-parser';
import { type Double, startDouble } from '../servers/double.ts';
import { chromiumThatResolves } from '../support/chromium.ts';
import { blocksOf, inPlaceOf, isNginxThere, startNginx, whyNoNginx } from '../support/hosts/fronts.ts';
import { runProgram } from '../support/hosts/host.ts';
import { cookieOf, type People, startOauth2Proxy } from '../support/hosts/oauth2-proxy.ts';
import { exampleName, send } from '../support/hosts/proxies.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: chromiumThatResolves(exampleName) });

const docsPage = 'operate/proxies.md';
const path = '/ops/ew';

type SentHeaders = Readonly<Record<string, string>>;

/** Writes the configuration of the docs with a deployment for all, and one for the group `storage`. */
function writeSettings(info: TestInfo, { url: baseUrl }: Double, headerNames: SentHeaders = {}): string {
  const settings = parse(blocksOf(docsPage, 'jsonc').at(-1) ?? '');
  const deployments = [
    { slug: 'edge', baseUrl },
    { slug: 'vault', baseUrl, visibleTo: ['storage'] },
  ];
  const proxy = { ...settings.access.proxy, ...headerNames };
  const file = info.outputPath('edgewatch.json');
  writeFileSync(file, JSON.stringify({ ...settings, access: { proxy }, deployments }));
  return file;
}

function makePeople(): People {
  return new Map([
    ['ann', ['web', 'storage']],
    ['bob', ['web']],
  ]);
}

/** Returns what a proxy shows to a client with these headers: the deployments, or the redirect to the log-in. */
async function shown(origin: string, headers: SentHeaders): Promise<readonly string[]> {
  const { status, location = '', text } = await send(origin, `${path}/config.json`, { headers });
  if (status !== 200) return [`${status} ${location.replace(/^https?:\/\/[^/]+/, '')}`];
  const config: { readonly deployments: readonly { readonly slug: string }[] } = JSON.parse(text);
  return config.deployments.map(({ slug }) => slug);
}

/** Expects that groups decide, whatever a client says, and with the next request after a change. */
async function expectGroups(origin: string, people: People, names: readonly [string, string]): Promise<void> {
  const [userHeader, groupHeader] = names;
  const invented = { [userHeader]: 'ann', [groupHeader]: 'storage' };
  const [ann, bob] = [{ cookie: cookieOf('ann') }, { cookie: cookieOf('bob') }];
  expect(await shown(origin, ann)).toEqual(['edge', 'vault']);
  expect(await shown(origin, bob)).toEqual(['edge']);
  expect(await shown(origin, { ...bob, ...invented })).toEqual(['edge']);
  expect(await shown(origin, invented)).toEqual([expect.stringMatching(/^302 \/oauth2\/sign_in\?rd=/)]);
  people.set('ann', []);
  expect(await shown(origin, ann)).toEqual(['edge']);
  expect(await shown(origin, { ...ann, ...invented })).toEqual(['edge']);
  people.delete('bob');
  expect(await shown(origin, bob)).toEqual([expect.stringMatching(/^302 \/oauth2\/sign_in\?rd=/)]);
}

test('nginx asks oauth2-proxy: a viewer logs in there, groups decide, and a wall takes its link', async ({
  page,
  startWith,
}) => {
  test.skip(!isNginxThere, whyNoNginx);
  const data = test.info().outputPath('data');
  const double = await startDouble(allOperational);
  const host = await startWith(['--config', writeSettings(test.info(), double), '--data', data]);
  const people = makePeople();
  const { origin } = new URL(host.url);
  const authenticator = await startOauth2Proxy(people, origin);
  const front = await startNginx(
    inPlaceOf(blocksOf(docsPage, 'nginx').at(-1) ?? '', {
      'http://127.0.0.1:4180': authenticator.origin,
      'http://127.0.0.1:4600': origin,
    }),
  );
  const at = front.origin.replace('127.0.0.1', exampleName) + path;
  const verdict = page.getByRole('status', { name: 'Overall status' });
  try {
    await test.step('log-in at the proxy leads back to the page', async () => {
      await page.goto(`${at}/vault`);
      await page.getByRole('link', { name: 'ann' }).click();
      await expect(page).toHaveURL(`${at}/vault`);
      await expect(verdict).toContainText('18 of 18 components');
      await expect(page.getByRole('button', { name: 'Log out' })).toHaveCount(0);
    });
    await test.step('another viewer sees no trace of the deployment', async () => {
      // The open page may still request scripts, which the proxy would answer with its log-in page.
      await page.goto('about:blank');
      await page.context().clearCookies();
      await page.goto(at);
      await page.getByRole('link', { name: 'bob' }).click();
      await expect(page).toHaveURL(at);
      const overview = page.getByRole('list', { name: 'Deployments' });
      await expect(overview.getByRole('listitem')).toHaveCount(1);
      expect(await page.content()).not.toContain('vault');
    });
    await test.step('a wall link is the only way in at the name for walls', async () => {
      const name = 'walls.example.com';
      const ask = (address: string, headers: SentHeaders) =>
        send(front.origin, path + address, { name, headers });
      const invented = { 'x-auth-request-user': 'ann', 'x-auth-request-groups': 'storage' };
      for (const headers of [invented, { ...invented, cookie: cookieOf('ann') }])
        expect((await ask('/config.json', headers)).status).toBe(401);
      const { stdout } = await runProgram(['wall-links', 'add', 'lobby', '--data', data]);
      const { status, location, cookies } = await ask(stdout.trim(), {});
      expect([status, location]).toEqual([303, `${path}/wall`]);
      const [cookie = ''] = cookies[0]?.split(';') ?? [];
      const { text } = await ask('/config.json', { ...invented, cookie });
      expect(JSON.parse(text)).toMatchObject({ session: 'wall', deployments: [{ slug: 'edge' }] });
    });
    await expectGroups(front.origin, people, ['x-auth-request-user', 'x-auth-request-groups']);
  } finally {
    await page.close();
    await front.close();
    await authenticator.close();
    await double.close();
  }
});

test('oauth2-proxy passes requests on, with the headers that the docs name', async ({ startWith }) => {
  const text = readFileSync(new URL(`../../docs/${docsPage}`, import.meta.url), 'utf8');
  const row = /\| oauth2-proxy passes requests on to the host \| `([\w-]+)` \| `([\w-]+)` \|/.exec(text);
  const [, userHeader = '', groupHeader = ''] = row ?? [];
  const double = await startDouble(allOperational);
  const file = writeSettings(test.info(), double, { userHeader, groupHeader });
  const host = await startWith(['--config', file]);
  const people = makePeople();
  const front = await startOauth2Proxy(people, new URL(host.url).origin);
  try {
    await expectGroups(front.origin, people, [userHeader, groupHeader]);
  } finally {
    await front.close();
    await double.close();
  }
});
