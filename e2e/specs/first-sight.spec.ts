import type { Locator, Page } from '@playwright/test';
import { delayResponses } from '../support/hosts/slow-front.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

/** Elements that must not move when the app replaces the server-rendered page. */
const landmarks = [
  '[role=status] svg',
  '[role=status] h1',
  '[role=status] p',
  'ul[aria-label=Components] li:first-child',
  'ul[aria-label=Components] li:last-child',
];

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`the app takes over without movement at ${viewport.width} pixels`, async ({ browser, deploy }) => {
    // The state of this service never changes, so both visits show the same.
    const { url } = await deploy(allOperational);
    const corners = async (javaScriptEnabled: boolean) => {
      const context = await browser.newContext({ javaScriptEnabled, viewport });
      const page = await context.newPage();
      // The host waits 100 ms for the service. On a busy machine the first document may come without a
      // verdict.
      await expect(async () => {
        await page.goto(url);
        await expect(page.getByRole('status', { name: 'Overall status' })).toContainText('components', {
          timeout: 2_000,
        });
      }).toPass();
      // While the app still loads behind it, the server-rendered page (`#drawn`) is on screen.
      if (javaScriptEnabled) await expect(page.locator('#drawn')).toHaveCount(0);
      // The server-rendered page shows no age.
      if (javaScriptEnabled)
        await expect(
          // On a phone only the top bar shows the age.
          viewport.width < 768
            ? page
                .getByRole('banner')
                .getByText(/\d+\ss ago$/)
                .filter({ visible: true })
            : page.getByRole('status', { name: 'Overall status' }).getByText(/read \d+\ss ago/),
        ).toBeVisible();
      const boxes = await Promise.all(
        landmarks.map((landmark) => page.locator(landmark).first().boundingBox()),
      );
      const names = await page.getByRole('list', { name: 'Components' }).getByRole('listitem').allInnerTexts();
      await context.close();
      return { places: boxes.map((box) => box && { x: box.x, y: box.y }), names };
    };
    const drawn = await corners(false);
    expect(drawn.places).not.toContain(null);
    const taken = await corners(true);
    expect(taken.names).toEqual(drawn.names);
    // Web fonts come after the first paint. The fallback font differs by less than a pixel per line.
    for (const [index, place] of drawn.places.entries()) {
      const { x, y } = taken.places[index] ?? {};
      expect.soft(Math.abs((x ?? Number.NaN) - (place?.x ?? 0)), landmarks[index]).toBeLessThanOrEqual(1);
      expect.soft(Math.abs((y ?? Number.NaN) - (place?.y ?? 0)), landmarks[index]).toBeLessThanOrEqual(1);
    }
  });
}

test('a server-rendered verdict disappears if no script renews it', async ({ page, request }) => {
  const shell = await (await request.get('/everything')).text();
  await page.setContent(shell.replace(/<script[\s\S]*?<\/script>/g, ''));
  const verdict = page.getByRole('status', { name: 'Overall status' });
  await expect(verdict).toBeVisible();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(verdict).toBeHidden();
  await expect(page.getByText('could not start its scripts')).toBeVisible();
});

test('server-rendered counts of the overview expire, also with reduced motion', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const shell = await (await request.get('/')).text();
  await page.setContent(shell.replace(/<script[\s\S]*?<\/script>/g, ''));
  const counts = page
    .locator('p')
    .filter({ hasText: /^\d+ (?:operational|maintenance|degraded|partial|major)/ });
  await expect(counts).toBeVisible();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(counts).toBeHidden();
});

test('the page of a region has its figures before any script', async ({ request }) => {
  const drawn = /aria-label="Key figures".*?>Nodes<.*?class="figure[^"]*"[^>]*>(?:<[^>]*>)*\d+</s;
  // The first visit makes the host request the lists that the page needs.
  await expect(async () => {
    const document = await (await request.get('/everything/regions/fra1')).text();
    expect(document.replace(/<script[\s\S]*?<\/script>/g, '')).toMatch(drawn);
  }).toPass();
});

test('a list is requested once, with the limit known to the host', async ({ page }) => {
  const searches: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith('/everything/api/v2/nodes')) searches.push(search);
  });
  // The first visit makes the host request the list.
  await expect(async () => {
    searches.length = 0;
    await page.goto('/everything/nodes');
    await expect(page.locator('#drawn')).toHaveCount(0);
    await expect(page.getByRole('table', { name: 'nodes' })).toHaveAttribute('aria-rowcount', /^[89]\d\d$/);
    expect(searches).toEqual(['?limit=1000']);
  }).toPass();
});

test.describe('a page of rows', () => {
  const appScript = /\/assets\/main-/;

  /**
   * Opens a server-rendered page from a list that the host has cached. The app loads only when the test calls
   * `release`.
   */
  const drawnTest = test.extend<{ readonly release: () => void }>({
    release: async ({ page, baseURL }, provide) => {
      const front = await delayResponses(baseURL ?? '', appScript);
      await expect(async () => {
        // Makes the host cache the list. The app sends this request once it knows the limit of the list.
        await page.request.get(`${baseURL}/deployments/everything/api/v2/nodes?limit=1000`);
        // The first script of the document requests the app, and from then on records what is typed.
        const requested = page.waitForRequest(appScript);
        await page.evaluate((address) => location.assign(address), `${front.origin}/everything/nodes`);
        await requested;
        await expect(page.getByRole('row', { name: /nod_/ }).first()).toBeVisible({ timeout: 2_000 });
        // The list must be complete, because a partial list is replaced while more rows arrive.
        await expect(page.locator('.host-drawn')).toHaveAttribute('data-lists', /nodes\?limit=1000 /, {
          timeout: 2_000,
        });
      }).toPass();
      await provide(() => front.release());
      await front.close();
    },
  });

  drawnTest('is there before the app, and its links lead', async ({ page, release }) => {
    await expect(page.getByRole('heading', { level: 1, name: 'Nodes' })).toBeVisible();
    await page.getByRole('link', { name: 'Regions' }).first().click();
    await expect(page).toHaveURL(/\/everything\/regions$/);
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Regions' })).toBeVisible();
  });

  drawnTest('keeps what was typed and scrolled before the app took over', async ({ page, release }) => {
    const field = page.getByRole('searchbox').first();
    await field.fill('fra1');
    // The app filters by the typed text from its first table on, so no other row may ever be in the app's
    // table.
    await page.evaluate(() => {
      const others = new Set<string>();
      new MutationObserver(() => {
        for (const row of document.querySelectorAll('#root tr[aria-rowindex]'))
          if (!row.textContent?.includes('fra1')) others.add(row.textContent ?? '');
        document.body.setAttribute('data-others', String(others.size));
      }).observe(document, { childList: true, subtree: true });
    });
    await page.mouse.wheel(0, 200);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(200);
    release();
    await expect(page).toHaveURL(/[?&]q=fra1/);
    await expect(page.locator('#drawn')).toHaveCount(0);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('fra1');
    await expect(page.getByRole('row', { name: /nod_.*fra1/ }).first()).toBeVisible();
    await expect(page.getByRole('table', { name: 'nodes' })).toHaveAttribute('aria-rowcount', /^\d\d?$/);
    await expect(page.locator('body')).toHaveAttribute('data-others', '0');
  });

  /**
   * Records which texts are missing in any frame, until half a second after the app has replaced the
   * server-rendered page. The result is in `data-missing`.
   */
  async function watchFrames(page: Page, isShown: Record<string, string>): Promise<void> {
    await page.evaluate((wanted) => {
      const missing = new Set<string>();
      let takenOver: number | null = null;
      const checkFrame = (now: number) => {
        const drawn = document.querySelector('#drawn main');
        if (!drawn) takenOver ??= now;
        const shown = (drawn ?? document.querySelector('#root main'))?.textContent ?? '';
        for (const [what, words] of Object.entries(wanted))
          if (!new RegExp(words).test(shown)) missing.add(what);
        if (takenOver !== null && now > takenOver + 500)
          document.body.setAttribute('data-missing', [...missing].join(' '));
        else requestAnimationFrame(checkFrame);
      };
      requestAnimationFrame(checkFrame);
    }, isShown);
  }

  drawnTest(
    'has its lead and rows in every frame while the app takes over, and does what was pressed before',
    async ({ page, release }) => {
      await watchFrames(page, { rows: 'nod_', lead: '\\d nodes, .* advertised' });
      await page.getByRole('button', { name: 'Compact', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Compact', exact: true, pressed: false })).toBeVisible();
      release();
      await expect(page.locator('body')).toHaveAttribute('data-missing', '');
      await expect(page.getByRole('button', { name: 'Compact', exact: true, pressed: true })).toBeVisible();
    },
  );

  drawnTest('says that what was typed before is in no row', async ({ page, release }) => {
    await page.getByRole('searchbox').first().fill('in no name');
    release();
    await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
    await expect(page.locator('#drawn')).toHaveCount(0);
    await expect(page).toHaveURL(/[?&]q=in\+no\+name/);
  });
});

test('text that matches no region leaves an empty list of regions, and says so', async ({ page, deploy }) => {
  const { url } = await deploy(allOperational);
  await page.goto(`${url}/regions?q=in+no+name`);
  // A host that has just started may have rendered no rows.
  await expect(page.locator('#drawn > *')).toHaveCount(0);
  await expect(page.getByText('No regions match the filter.')).toBeVisible();
  await expect(page.locator('main')).not.toContainText('all shown');
});

test.describe('the server-rendered screen stays', () => {
  /** Opens a page, whose time the test can advance, through a front that withholds responses. */
  async function openWithheld(shown: Locator, baseURL: string, path: string, withheld: RegExp) {
    const page = shown.page();
    const front = await delayResponses(baseURL, withheld);
    await page.clock.install();
    await expect(async () => {
      const requested = page.waitForRequest(withheld);
      await page.evaluate((address) => location.assign(address), `${front.origin}${path}`);
      await requested;
      await expect(shown).toBeVisible({ timeout: 2_000 });
    }).toPass();
    return front;
  }

  test('until the app has the same content', async ({ page, baseURL }) => {
    const rows = page.getByRole('list', { name: 'Deployments' }).getByRole('listitem');
    const front = await openWithheld(rows.first(), baseURL ?? '', '/', /\/assets\/OverviewPage-/);
    const [drawn, app] = [page.locator('#drawn'), page.locator('#root')];
    await expect(app.locator('> *').first()).toBeAttached();
    // However late the code of the page is.
    await page.clock.fastForward(5_000);
    await expect(drawn.getByRole('list', { name: 'Deployments' })).toBeVisible();
    await expect(rows.first()).toBeVisible();
    front.release();
    await expect(drawn).toHaveCount(0);
    await expect(rows.first()).toBeVisible();
    await front.close();
  });

  test('10 s without the code of the page, because nothing renews it', async ({ page, baseURL }) => {
    const rows = page.getByRole('list', { name: 'Deployments' }).getByRole('listitem');
    const front = await openWithheld(rows.first(), baseURL ?? '', '/', /\/assets\/OverviewPage-/);
    const [drawn, app] = [page.locator('#drawn'), page.locator('#root')];
    await expect(app.locator('> *').first()).toBeAttached();
    await page.clock.fastForward(11_000);
    await expect(drawn).toHaveCount(0);
    await expect(app.getByRole('heading', { level: 1 })).toHaveText(/not loaded yet/);
    front.release();
    await expect(rows.first()).toBeVisible();
    await front.close();
  });

  test('2 s without the list of the page', async ({ page, baseURL }) => {
    const rows = page.locator('#drawn').getByRole('row', { name: /nod_/ });
    const withheld = /\/api\/v\d\/nodes/;
    const front = await openWithheld(rows.first(), baseURL ?? '', '/everything/nodes', withheld);
    const [drawn, app] = [page.locator('#drawn'), page.locator('#root')];
    await expect(app.locator('main h1').first()).toHaveText('Nodes');
    await page.clock.fastForward(2_100);
    await expect(drawn).toHaveCount(0);
    front.release();
    await expect(page.getByRole('table', { name: 'nodes' })).toHaveAttribute('aria-rowcount', /^[89]\d\d$/);
    await front.close();
  });
});
