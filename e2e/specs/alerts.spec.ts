import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { allOperational } from '../support/scenarios.ts';
import { type Deployed, expect, test } from '../support/test.ts';
import { openInStoppedTime, type StoppedTime } from '../support/time.ts';

const statusPath = '/api/v2/status';
const part = allOperational.components[1]?.name ?? '';
const verdict = (page: Page) => page.getByRole('status', { name: 'Overall status' });

/**
 * Replaces `Notification` in the page. Lists shown notifications in `shown` and requests for permission in
 * `requested`.
 */
async function recordNotifications(context: BrowserContext, answer: NotificationPermission): Promise<void> {
  await context.addInitScript((given) => {
    const shown: string[] = [];
    const requested: string[] = [];
    class Recorded extends EventTarget {
      static permission = sessionStorage.getItem('permission') ?? 'default';
      static requestPermission() {
        requested.push(given);
        Recorded.permission = given;
        sessionStorage.setItem('permission', given);
        return Promise.resolve(given);
      }
      constructor(title: string, options: { readonly body?: string } = {}) {
        super();
        shown.push([title, options.body].filter((text) => text !== '').join('\n'));
      }
    }
    Reflect.set(globalThis, 'Notification', Recorded);
    Reflect.set(globalThis, 'shown', shown);
    Reflect.set(globalThis, 'requested', requested);
  }, answer);
}

function recorded(page: Page, name: 'shown' | 'requested'): Promise<unknown> {
  return page.evaluate((key) => Reflect.get(globalThis, key), name);
}

const quick = { ...allOperational, pollSeconds: 2 };

async function report(request: APIRequestContext, { double, api }: Deployed, word: string): Promise<void> {
  double.set(statusPath, {
    edit: (body) => ({
      ...body,
      components: allOperational.components.map((each) =>
        each.name === part ? { ...each, status: word } : each,
      ),
    }),
  });
  const served = async () => (await request.get(api + statusPath)).text();
  await expect.poll(served).toContain(JSON.stringify({ name: part, status: word }));
}

async function expectCalm(page: Page): Promise<void> {
  await expect(verdict(page)).toContainText('18 of 18');
  await expect(page.getByRole('button', { name: 'Alerts' })).toBeVisible();
}

async function switchOnNotifications(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Alerts' }).click();
  await page.getByRole('checkbox', { name: 'Notifications' }).click();
}

function openWithNotifications(page: Page, { url }: Deployed): Promise<StoppedTime> {
  return openInStoppedTime(page, url, async () => {
    await expectCalm(page);
    expect(await recorded(page, 'requested')).toEqual([]);
    await switchOnNotifications(page);
    await expect(page.getByRole('checkbox', { name: 'Notifications' })).toBeChecked();
  });
}

/** Seconds that contain at least two polls of the status. */
const twoReadings = 3 * quick.pollSeconds;

/** Advances time until the page has shown one more status, and no further. */
async function readOnce(page: Page, time: StoppedTime, words: string): Promise<void> {
  await expect(async () => {
    await time.pass(1);
    expect(await verdict(page).innerText()).toContain(words);
  }).toPass();
}

test('a lasting change gives one notification, and so does its end, and a change of one poll gives none', async ({
  context,
  page,
  request,
  deploy,
}) => {
  await context.grantPermissions(['notifications']);
  await recordNotifications(context, 'granted');
  const deployed = await deploy(quick);
  const time = await openWithNotifications(page, deployed);
  await time.pass(twoReadings);
  await report(request, deployed, 'major_outage');
  await time.pass(twoReadings);
  const worse = expect.stringMatching(new RegExp(`^${part}, .*: Major outage$`));
  // The status arrives in real time, while the clock of the page stands still.
  await expect.poll(() => recorded(page, 'shown')).toEqual([worse]);
  await report(request, deployed, 'operational');
  await time.pass(twoReadings);
  await expectCalm(page);
  // A second alert would come at least 30 s after the first.
  expect(await recorded(page, 'shown')).toEqual([worse]);
  await time.pass(30);
  const recovered = expect.stringMatching(new RegExp(`^${part}, .*: recovered$`));
  expect(await recorded(page, 'shown')).toEqual([worse, recovered]);

  await report(request, deployed, 'major_outage');
  await readOnce(page, time, '17 of 18');
  await report(request, deployed, 'operational');
  await readOnce(page, time, '18 of 18');
  await time.pass(30 + twoReadings);
  expect(await recorded(page, 'shown')).toEqual([worse, recovered]);
});

test('no permission is requested and nothing is shown until the user asks for alerts', async ({
  context,
  page,
  request,
  deploy,
}) => {
  await recordNotifications(context, 'granted');
  const deployed = await deploy(quick);
  const time = await openInStoppedTime(page, deployed.url, () => expectCalm(page));
  await report(request, deployed, 'major_outage');
  await time.pass(2 * twoReadings);
  await expect(verdict(page)).toContainText('17 of 18');
  expect(await recorded(page, 'shown')).toEqual([]);
  expect(await recorded(page, 'requested')).toEqual([]);
});

test('a denied permission is named, and nothing is switched on', async ({ context, page, deploy }) => {
  await recordNotifications(context, 'denied');
  const { url } = await deploy(allOperational);
  await page.goto(url);
  await switchOnNotifications(page);
  const menu = page.getByRole('dialog', { name: 'Alerts' });
  await expect(menu).toContainText(/denied by the browser/i);
  await expect(page.getByRole('checkbox', { name: 'Notifications' })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Alerts, off' })).toBeFocused();
});

test('the choice of alerts survives a reload, and a wall with sound requests no permission', async ({
  context,
  page,
  deploy,
}) => {
  await recordNotifications(context, 'granted');
  const { url } = await deploy(allOperational);
  await page.goto(url);
  await switchOnNotifications(page);
  await expect(page.getByRole('checkbox', { name: 'Notifications' })).toBeChecked();
  await page.reload();
  await page.getByRole('button', { name: 'Alerts, on' }).click();
  await expect(page.getByRole('checkbox', { name: 'Notifications' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Sound' })).not.toBeChecked();
  await page.goto(`${url}/wall?sound=1`);
  await expect(page.locator('main[data-scene]')).toContainText('Checked');
  expect(await recorded(page, 'requested')).toEqual([]);
});
