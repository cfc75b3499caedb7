/** Log-in at a real OpenID Connect provider, with its own pages. */

import { writeFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { client, type IdentityProvider, startIdentityProvider } from '#e2e/servers/identity-provider.ts';
import { test as base, expect } from '#e2e/support/test.ts';
import type { Host } from '../support/hosts/host.ts';
import { freePort } from '../support/hosts/installed-programs.ts';

interface LogInHost {
  readonly provider: IdentityProvider;
  /** Address of the host, without a slash at the end. */
  readonly url: string;
  /** Starts the host, also a second time, with the same data folder. */
  readonly start: () => Promise<Host>;
}

interface Options {
  readonly basePath?: string;
  readonly access?: Readonly<Record<string, unknown>>;
}

const test = base.extend<{ readonly prepare: (options?: Options) => Promise<LogInHost> }>({
  prepare: async ({ startWith }, provide) => {
    const provider = await startIdentityProvider();
    await provide(async ({ basePath = '', access = {} } = {}) => {
      const port = String(await freePort());
      const config = test.info().outputPath('edgewatch.json');
      const { issuer } = provider;
      const oidc = { issuer, clientId: client.id, clientSecret: client.secret, allowedGroups: ['operators'] };
      const deployments = [{ slug: 'vault', baseUrl: 'http://127.0.0.1:9', visibleTo: ['operators'] }];
      await writeFile(config, JSON.stringify({ demo: true, deployments, access: { oidc, ...access } }));
      const path = basePath === '' ? [] : ['--base-path', basePath];
      const data = test.info().outputPath('data');
      return {
        provider,
        url: `http://127.0.0.1:${port}${basePath}`,
        start: () => startWith(['--config', config, '--port', port, '--data', data, ...path]),
      };
    });
    await provider.close();
  },
});

function providerLink(page: Page) {
  return page.getByRole('link', { name: /^Log in with localhost:\d+$/ });
}

async function signIn(page: Page, account: string): Promise<void> {
  await page.getByLabel('Account').fill(account);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

for (const basePath of ['', '/ops/ew'])
  test(`a viewer logs in at the provider and logs out there, below "${basePath}/"`, async ({
    page,
    prepare,
  }) => {
    const { provider, url, start } = await prepare({ basePath });
    const host = await start();
    provider.serve(url);
    const table = page.getByRole('table', { name: 'nodes' });

    await test.step('the log-in leads back to the wanted page', async () => {
      await page.goto(`${url}/edge/nodes?region=osl1`);
      await expect(page).toHaveURL(/\/login\?next=/);
      await providerLink(page).click();
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await signIn(page, 'ada');
      await expect(page).toHaveURL(`${url}/edge/nodes?region=osl1`);
      await expect(table).toHaveAttribute('aria-rowcount', /[1-9]/);
    });

    await test.step('the groups of the viewer decide what is shown', async () => {
      await page.goto(url);
      await expect(page.getByRole('main')).toContainText('vault');
    });

    await test.step('the session survives a restart of the host', async () => {
      // A page that still loads would lack its other parts.
      await page.goto('about:blank');
      await host.stop();
      await start();
      await page.goto(`${url}/edge/nodes`);
      await expect(table).toHaveAttribute('aria-rowcount', /[1-9]/);
    });

    await test.step('the log-out ends the session at the provider too', async () => {
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page).toHaveURL(`${url}/login`);
      await page.goto(`${url}/edge`);
      await providerLink(page).click();
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    });

    expect(host.written()).not.toContain(client.secret);
    // Each token begins like this.
    expect(host.written()).not.toContain('eyJ');
  });

test('a viewer without a right group, or who cancels, is told so, and logs in with another account', async ({
  page,
  prepare,
}) => {
  const { provider, url, start } = await prepare();
  await start();
  provider.serve(url);
  await page.goto(`${url}/edge/nodes`);
  await providerLink(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('main')).toContainText('The provider refused the log-in (access_denied).');
  await expect(page).toHaveURL(`${url}/login?next=%2Fedge%2Fnodes&refused=refused-access_denied`);
  await page.reload();
  await expect(page.getByRole('main')).toContainText('The provider refused the log-in (access_denied).');
  await providerLink(page).click();
  await signIn(page, 'bob');
  await expect(page.getByRole('main')).toContainText('None of your groups has access to this host.');
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);

  // The provider remembers bob, and would log in nobody else.
  await providerLink(page).click();
  await expect(page.getByRole('main')).toContainText('None of your groups has access to this host.');
  await page.getByRole('link', { name: 'Use another account' }).click();
  await signIn(page, 'ada');
  await expect(page).toHaveURL(`${url}/edge/nodes`);
});

test('a host starts while the provider is down, says so, and logs viewers in once it is up', async ({
  page,
  prepare,
}) => {
  const { provider, url, start } = await prepare();
  await start();
  await page.goto(`${url}/edge`);
  await providerLink(page).click();
  await expect(page.getByRole('main')).toContainText('You are not logged in.');
  provider.serve(url);
  // The host remembers a failure for some seconds.
  await expect(async () => {
    await providerLink(page).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await signIn(page, 'ada');
  await expect(page).toHaveURL(`${url}/edge`);
});

test('a log-out while the provider is down says that the session there may be open', async ({
  page,
  prepare,
}) => {
  const { provider, url, start } = await prepare();
  const host = await start();
  provider.serve(url);
  await page.goto(`${url}/edge`);
  await providerLink(page).click();
  await signIn(page, 'ada');
  await expect(page).toHaveURL(`${url}/edge`);
  // An open page would report each failed request. The host forgets the addresses of the provider.
  await page.goto('about:blank');
  await host.stop();
  await provider.close();
  await start();
  await page.goto(`${url}/edge`);
  await page.getByRole('button', { name: 'Log out' }).click();
  const said = page.getByText(
    /^You are logged out of Edgewatch\.Your session at localhost:\d+ may still be open\.$/,
  );
  await expect(said).toBeVisible();
  await page.goto(`${url}/edge`);
  await expect(page).toHaveURL(`${url}/login?next=%2Fedge`);
});

test('the log-in page offers password and provider, also on a phone', async ({ page, prepare }) => {
  // Output of `edgewatch password` for "correct horse".
  const password = 'scrypt:32768:8:3:oGaFq18hHG8DuDLfw4F-1g:1h9phuYkeyW-8MwUc6WamiWCyAr52HUDJnRSEm2qhFU';
  const { provider, url, start } = await prepare({ access: { password } });
  await start();
  provider.serve(url);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const theme of ['light', 'dark']) {
    await page.goto(`${url}/login?theme=${theme}`);
    await expect(providerLink(page)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  }
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('That isn’t the password.')).toBeVisible();
  await providerLink(page).click();
  await signIn(page, 'ada');
  await expect(page).toHaveURL(`${url}/`);
});
