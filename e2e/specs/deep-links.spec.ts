/** Opens addresses with any content: the app must work and stay on its origin. */

import { look } from '../support/look.ts';
import { expect, test } from '../support/test.ts';

const long = 'x'.repeat(10_000);

/** Addresses that are not the app's: the host refuses them and does not open the app. */
const refused = [
  '//evil.example',
  '//evil.example/everything',
  '///evil.example',
  '/%5Cevil.example',
  '/%2F%2Fevil.example',
  '/\\evil.example',
  '/javascript:alert(1)',
  '/__proto__',
  '/toString/wall',
  '/%ff',
  '/%00',
  '/%',
  '/%E0%A4%A',
  '/everything//evil.example',
  '/everything/%2e%2e%2f%2e%2e%2fconfig',
  '/everything/buckets/%2e%2e%2f%2e%2e',
  '/everything/events/%00',
];

const shown = [
  '/constructor/nodes',
  '/everything/%ff',
  '/everything/__proto__',
  '/everything/../../etc/passwd',
  '/everything?theme=javascript:alert(1)',
  '/everything?view=__proto__&view=constructor',
  '/everything/regions/%ff',
  '/everything/regions/__proto__',
  '/everything/regions/constructor',
  '/everything/regions/%2e%2e',
  '/everything/regions/%3Cimg%20src=x%20onerror=alert(1)%3E',
  '/everything/regions?zone=__proto__&without=__proto__',
  `/everything/nodes?region=__proto__&sort=constructor&q=${long}`,
  '/everything/nodes?pop=hasOwnProperty&status=toString&sort=-__proto__',
  '/everything/nodes?q=%ff%fe&sort=%00',
  '/everything/nodes?q=(((((%5B%5B%5B%5C',
  '/everything/nodes/%ff',
  '/everything/nodes/__proto__',
  `/everything/nodes/${long}`,
  '/everything/buckets?limit=..&region=../../status',
  '/everything/buckets?name=%ED%A0%80&sort=-',
  '/everything/assets?cache_status=%E2%80%AE&q=javascript:alert(1)',
  '/everything/applications?scopes=__proto__&sort=toString',
  '/everything/events?source=constructor&q=%0d%0aSet-Cookie:x',
  '/everything/endpoints?answer=//evil.example/api/v1/status',
  '/wall?seconds=1e99&distance=-1&diagonal=NaN&zone=../../x&dim=99-99&reload=88:88',
  '/wall?scenes=__proto__&deployments=constructor&filter=__proto__',
  '/everything/wall?theme=url(//evil.example)&sound=yes',
  `/?order=__proto__&q=${long}#//evil.example`,
];

test(`the host refuses ${refused.length} addresses that can be read in more than one way`, async ({
  request,
  baseURL,
}) => {
  const { origin } = new URL(baseURL ?? '');
  for (const address of refused)
    await test.step(address, async () => {
      const response = await request.get(origin + address, { maxRedirects: 0 });
      expect.soft([400, 404], address).toContain(response.status());
      expect.soft(response.headers()['content-type'], address).toBe('application/problem+json');
    });
});

test(`none of ${shown.length} hostile addresses breaks a page or leaves the origin`, async ({
  page,
  baseURL,
}) => {
  test.slow();
  const { origin } = new URL(baseURL ?? '');
  for (const address of shown)
    await test.step(address.slice(0, 80), async () => {
      await page.goto(origin + address);
      const heading = page.getByRole('main').getByRole('heading').first();
      await expect.soft(heading, address.slice(0, 80)).toContainText(/\S/);
      expect.soft(new URL(page.url()).origin).toBe(origin);
      expect.soft((await look(page)).violations, address.slice(0, 80)).toEqual([]);
    });
});

test('an unusable setting in an address is ignored, named in a note, and can be removed', async ({ page }) => {
  await page.goto('/everything/nodes?sort=constructor&q=nod&pop=%E2%80%AE%3Cb%3E&theme=dark');
  const note = page.getByRole('complementary', { name: 'Address' });
  await expect(note.getByRole('listitem')).toHaveText([
    'The address asks for sort=constructor, which is not known here; it was ignored.',
    'The address asks for pop=‹U+202E›<b>, which is not known here; it was ignored.',
  ]);
  await expect(note.locator('[data-verbatim]')).toHaveCount(2);
  await expect(page.getByRole('searchbox')).toHaveValue('nod');
  expect((await look(page)).violations).toEqual([]);
  await note.getByRole('button', { name: 'Take them out of the address' }).click();
  await expect(note).toHaveCount(0);
  await expect(page).toHaveURL(/\/nodes\?q=nod&theme=dark$/);
});

test('a filter that is too long is named, and one that matches nothing is not', async ({ page }) => {
  await page.goto(`/everything/buckets?name=${'w'.repeat(501)}`);
  const note = page.getByRole('complementary', { name: 'Address' });
  await expect(note).toContainText(/name=w+…, which is longer than 500 characters; it was ignored/);
  await page.goto('/everything/buckets?name=nobody&sort=-objects');
  await expect(page.getByRole('table', { name: 'buckets' })).toHaveAttribute('aria-rowcount', '0');
  await expect(note).toHaveCount(0);
});
