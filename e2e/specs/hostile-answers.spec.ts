/**
 * Values and texts of undocumented form are shown as the service sent them, and affect nothing else on the
 * page.
 */

import { readFile } from 'node:fs/promises';
import { field, item, rowsOf } from '../servers/edits.ts';
import { look, type Panel } from '../support/look.ts';
import { chooseExport } from '../support/pages.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

const markup = '<img src=x onerror="globalThis.__pwned=1"><script>globalThis.__pwned=1</script>';

const texts = {
  markup,
  address: 'javascript:globalThis.__pwned=1',
  prototype: '__proto__',
  bidi: '\u202Etxt.exe\u2069\u2069 \u2067open',
  blank: '\u200b\u2060 \u3164',
  controls: 'a\u0000\u001b[31m\r\nb',
  unbroken: 'W'.repeat(20_000),
  stacked: `Z${'\u0351'.repeat(400)}`,
  half: 'half \ud800 of it',
  formula: '=HYPERLINK("http://evil.test","x")',
};

function hostile(body: Record<string, unknown>): unknown {
  const all = Object.values(texts);
  const rows = rowsOf(body).map((row, index) => {
    const text = all[index % all.length];
    return {
      ...row,
      ...('name' in row && { name: text }),
      ...('path' in row && { path: `/${text}` }),
      ...('status' in row && { status: text }),
      ...('cache_status' in row && { cache_status: text }),
      ...('source' in row && { source: text }),
      ...('zone' in row && { zone: text }),
      ...('scopes' in row && { scopes: [text, 'read'] }),
      ...('capacity' in row && { capacity: text }),
      labels: { [String(text)]: text },
    };
  });
  return { ...body, data: rows };
}

const pages = [
  '',
  '/regions',
  '/regions/gra1',
  '/nodes',
  '/buckets',
  '/assets',
  '/applications',
  '/events',
  '/endpoints?answer=/api/v2/nodes',
  '/wall',
];

const isUnread = ({ freshness }: Panel) => freshness !== 'fresh';

test('hostile text is shown as text on every page, and affects neither neighbours nor prototypes', async ({
  page,
  deploy,
}) => {
  const { url, double } = await deploy(allOperational);
  for (const path of ['buckets', 'nodes', 'regions'].map((name) => `/api/v2/${name}`))
    double.set(path, { edit: hostile });
  for (const path of ['assets', 'applications', 'events', 'regions', 'nodes'].map((name) => `/api/v1/${name}`))
    double.set(path, { edit: hostile });
  const components = Object.values(texts).map((text) => ({ name: text, status: text }));
  for (const version of ['v1', 'v2'])
    double.set(`/api/${version}/status`, {
      edit: (body) => ({
        ...body,
        status: texts.markup,
        region: texts.bidi,
        version: texts.unbroken,
        components,
      }),
    });
  for (const each of pages) {
    await page.goto(`${url}${each}`);
    await expect.poll(async () => (await look(page)).panels.filter(isUnread)).toEqual([]);
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(wide, `${each} at ${viewport.width}`).toBeLessThanOrEqual(0);
      // Whatever its text, a heading takes at most four lines, so it moves no other content away.
      const tall = () =>
        page
          .locator('[data-verbatim]:not(pre, .sr-only *)')
          .evaluateAll((all) => Math.max(0, ...all.map((element) => element.getBoundingClientRect().height)));
      await expect.poll(tall, `tallest text of ${each} at ${viewport.width}`).toBeLessThan(180);
    }
    expect(await page.evaluate(() => Reflect.get(globalThis, '__pwned'))).toBeUndefined();
    expect(await page.evaluate(() => Object.keys(Object.prototype))).toEqual([]);
    const own = (await page.locator('body').innerText()).replaceAll(/\u202E|\u2069/g, '');
    expect(own).not.toMatch(/\bNaN\b|\bInvalid Date\b|\[object Object\]/);
  }
});

test('a value in place of a status word is shown in the table and the file', async ({ page, deploy }) => {
  const { url, double } = await deploy(allOperational);
  double.set('/api/v2/nodes', { edit: field('status', { code: 7 }) });
  await page.goto(`${url}/nodes`);
  const table = page.getByRole('table', { name: 'nodes' });
  await expect(table.locator('[data-verbatim]', { hasText: '{"code":7}' })).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), chooseExport(page, 'Export CSV')]);
  expect(await readFile(await download.path(), 'utf8')).toContain('"{""code"":7}"');
});

test('the endpoints page lists unknown words and members, and gives the line that maps a word', async ({
  page,
  context,
  deploy,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { url, double } = await deploy(allOperational);
  double.set('/api/v2/nodes', {
    edit: item((row) => ({ ...row, status: 'flux "7"', tier: 'gold' })),
  });
  await page.goto(`${url}/endpoints`);
  const ledger = page.getByRole('table', { name: 'Words and members' });
  const word = ledger.getByRole('row', { name: /flux/ });
  await expect(word).toContainText('node.status');
  await expect(word).toContainText('counted as unknown');
  await expect(ledger.getByRole('row', { name: /node\.tier/ })).toContainText('member, text');
  await word.getByRole('combobox').selectOption('partial');
  await word.getByRole('button', { name: /^Copy/ }).click();
  await expect(word).toContainText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    '"words": { "flux \\"7\\"": "partial" }',
  );
});

test('a response can be read as sent, by code points, and copied as a curl command', async ({
  page,
  context,
  deploy,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { url, double } = await deploy(allOperational);
  double.set('/api/v2/buckets', { edit: field('name', 'p\u0430y\u202epal') });
  await page.goto(`${url}/endpoints`);
  await page.getByRole('link', { name: '/api/v2/buckets' }).click();
  const shown = page.locator('#as-sent');
  await expect(shown.getByRole('table', { name: 'Headers received' })).toContainText('public, max-age=60');
  await shown.getByRole('button', { name: 'Ask now and show the body' }).click();
  const body = shown.getByLabel('Body as sent');
  await expect(body).toContainText('p\u0430y‹U+202E›pal');
  await shown.getByRole('checkbox').check();
  await expect(body).toContainText('p‹U+0430›y‹U+202E›pal');
  await shown.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(shown).toContainText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `curl -sS -i -H 'accept: application/json' '${new URL(url).origin}/deployments/double/api/v2/buckets'`,
  );
});
