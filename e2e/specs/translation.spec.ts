import type { Page } from '@playwright/test';
import { deskPages, walls } from '../support/matrix/pages.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { pollSeconds } from '../support/wall/wall.ts';

const mark = '⟦';

/** Ways in which a translator of a browser changes a text node. */
const ways = ['replaced', 'wrapped', 'inserted before'] as const;

/** Changes every text node below an element as a translator does. The translation is the text after a mark. */
async function translate(page: Page, within = 'body', way: (typeof ways)[number] = 'replaced'): Promise<void> {
  await page.evaluate(
    ([selector, how, start]) => {
      const walker = document.createTreeWalker(
        document.querySelector(selector) ?? document.body,
        NodeFilter.SHOW_TEXT,
      );
      const texts: Text[] = [];
      while (walker.nextNode())
        if (walker.currentNode instanceof Text && walker.currentNode.data.trim() !== '')
          texts.push(walker.currentNode);
      for (const text of texts) {
        if (text.parentElement?.closest('script, style, option, textarea, svg, [translate=no]')) continue;
        const outer = document.createElement('font');
        const inner = document.createElement('font');
        outer.append(inner);
        if (how === 'wrapped') {
          text.before(outer);
          inner.append(text);
          text.data = `${start}${text.data}`;
          continue;
        }
        inner.textContent = `${start}${text.data}`;
        if (how === 'replaced') text.replaceWith(outer);
        else {
          text.before(outer);
          text.remove();
        }
      }
    },
    [within, way, mark] as const,
  );
}

test('every page still works while the browser translates it', async ({ context, deploy }) => {
  test.slow();
  const { host, double, url } = await deploy({ ...allOperational, pollSeconds });
  const polls = () => double.log.filter((request) => request.path === '/api/v2/status').length;
  const untilPolledTwice = async () => {
    const before = polls();
    await expect.poll(polls, { timeout: 30_000 }).toBeGreaterThan(before + 1);
  };
  const open = await Promise.all(
    [...deskPages, ...walls].map(async ({ name, path, address }) => {
      const page = await context.newPage();
      await page.goto(path === null ? `${host.url}${address ?? '/'}` : `${url}${path}`);
      return { name, page, hasBanner: path !== null && !name.startsWith('wall') };
    }),
  );
  for (const { name, page } of open) {
    await expect(page.locator('[data-freshness=fresh]').first(), name).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  const statuses = [
    { status: 'major_outage', components: [{ name: 'API', status: 'major_outage' }] },
    { status: 'operational' },
  ];
  for (const change of statuses) {
    for (const { page } of open) await translate(page);
    double.set('/api/v2/status', { edit: (body) => ({ ...body, ...change }) });
    await untilPolledTwice();
    for (const { name, page, hasBanner } of open) {
      if (hasBanner) await expect(page.getByRole('banner'), name).toContainText(/Checked \d+\ss ago/);
      await expect(page.getByText('could not be drawn'), name).toHaveCount(0);
      await expect(page.locator('main [data-freshness=fresh]').first(), name).toBeVisible();
    }
  }
});

test('the headline follows the status if it is translated before the page has loaded completely', async ({
  page,
  deploy,
}) => {
  const { double, url } = await deploy({ ...allOperational, pollSeconds });
  let release: () => void = () => undefined;
  const translated = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The code that is loaded after the first render.
  await page.route(/\/assets\/Watchers-[^/]*\.js$/, async (route) => {
    await translated;
    await route.continue();
  });
  await page.goto(url);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Operational');
  await translate(page, 'h1');
  await expect(heading).toHaveText(`${mark}Operational`);
  release();
  double.set('/api/v2/status', { edit: (body) => ({ ...body, status: 'major_outage' }) });
  await expect(heading).toHaveText('Major outage');
});

test('the headline follows the status after its text was translated', async ({ page, deploy }) => {
  const { double, url } = await deploy({ ...allOperational, pollSeconds });
  await page.goto(url);
  const heading = page.getByRole('heading', { level: 1 });
  await page.waitForLoadState('networkidle');
  let [shown, next] = ['Operational', 'Major outage'];
  for (const way of ways) {
    await expect(heading).toHaveText(shown);
    await translate(page, 'h1', way);
    await expect(heading).toHaveText(`${mark}${shown}`);
    const status = next.toLowerCase().replace(' ', '_');
    double.set('/api/v2/status', { edit: (body) => ({ ...body, status }) });
    await expect(heading).toHaveText(next);
    [shown, next] = [next, shown];
  }
  await translate(page, 'h1');
  await page.evaluate(() => document.querySelector('h1 font')?.remove());
  await expect(heading).toHaveText(shown);
});
