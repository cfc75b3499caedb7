import type { APIRequestContext, Page } from '@playwright/test';
import type { DoubleOptions } from '../servers/double.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { openInStoppedTime } from '../support/time.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

const scene = (page: Page) => page.locator('main[data-scene]');
/** Seconds. The host keeps a reading for as long by its own clock, which no test can stop. */
const pollSeconds = 2;

async function untilHostSays(request: APIRequestContext, api: string, words: string): Promise<void> {
  await expect.poll(async () => (await request.get(`${api}/api/v2/status`)).text()).toContain(words);
}

const verdict = (page: Page) => page.getByRole('status', { name: 'Overall status' });

/** What stands out of its place: text that is cut, or anything beyond the screen. */
async function misfits(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const main = document.querySelector('main');
    if (!main) return ['no main'];
    if (document.documentElement.scrollHeight > innerHeight) found.push('the page scrolls');
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
    // The picture stands out by eight units, and drifts by up to six against burn-in.
    const slack = Number.parseFloat(getComputedStyle(main).getPropertyValue('--u')) * 14;
    for (const element of main.querySelectorAll<HTMLElement>(
      'header, footer, .wall-scene > *, .wall-band, .wall-tile',
    )) {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1) continue;
      const name = `${element.tagName}.${element.className} ${(element.textContent ?? '').slice(0, 40)}`;
      if (left < -slack || right > innerWidth + slack || top < -slack || bottom > innerHeight + slack)
        found.push(`beyond the screen: ${name}`);
    }
    const blocks = [
      // The map lies behind the whole screen.
      ...main.querySelectorAll<HTMLElement>(':scope > header, .wall-scene > :not(.wall-map), :scope > footer'),
    ].filter((element) => element.getBoundingClientRect().height > 1);
    for (const [index, block] of blocks.entries()) {
      const next = blocks[index + 1];
      if (next && block.getBoundingClientRect().bottom > next.getBoundingClientRect().top + 2)
        found.push(
          `overlap: ${(block.textContent ?? '').slice(0, 40)} | ${(next.textContent ?? '').slice(0, 40)}`,
        );
    }
    // Every line of text, as far as it shows: whole, and on no other line.
    const lines = [...main.querySelectorAll<HTMLElement>('*:not(svg *)')].flatMap((element) => {
      if (element.closest('.sr-only, svg')) return [];
      const clip = { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
      for (let around: Element | null = element; around && around !== main; around = around.parentElement) {
        if (getComputedStyle(around).overflowY === 'visible') continue;
        const box = around.getBoundingClientRect();
        clip.left = Math.max(clip.left, box.left);
        clip.right = Math.min(clip.right, box.right);
        clip.top = Math.max(clip.top, box.top);
        clip.bottom = Math.min(clip.bottom, box.bottom);
      }
      return [...element.childNodes].flatMap((node) => {
        if (node.nodeType !== Node.TEXT_NODE || (node.textContent ?? '').trim() === '') return [];
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()].flatMap((line) => {
          // Of a line the sixth above and below holds no ink that matters.
          const spare = line.height / 6;
          const whole = line.height - 2 * spare;
          const top = Math.max(line.top + spare, clip.top);
          const bottom = Math.min(line.bottom - spare, clip.bottom);
          const left = Math.max(line.left, clip.left);
          const right = Math.min(line.right, clip.right);
          const words = (node.textContent ?? '').trim().slice(0, 40);
          // What is hidden whole, behind an ellipsis, does not show at all.
          if (right - left <= 1 || bottom - top < whole * 0.15) return [];
          if (bottom - top < whole * 0.9) found.push(`cut: ${words}`);
          return [{ node, words, left, right, top, bottom }];
        });
      });
    });
    for (const name of main.querySelectorAll('svg text')) {
      const { left, right, top, bottom, height } = name.getBoundingClientRect();
      const spare = height / 5;
      const words = name.textContent ?? '';
      if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) found.push(`cut: ${words}`);
      lines.push({ node: name, words, left, right, top: top + spare, bottom: bottom - spare });
    }
    for (const [index, line] of lines.entries())
      for (const other of lines.slice(index + 1)) {
        if (other.node === line.node) continue;
        const wide = Math.min(line.right, other.right) - Math.max(line.left, other.left);
        const high = Math.min(line.bottom, other.bottom) - Math.max(line.top, other.top);
        if (wide > 2 && high > 2) found.push(`on each other: ${line.words} | ${other.words}`);
      }
    // A state is never shortened.
    for (const word of main.querySelectorAll<HTMLElement>('.wall-band-word'))
      if (word.scrollWidth > word.clientWidth + 1) found.push(`shortened: ${word.textContent}`);
    return found;
  });
}

const usualRoom = { distance: 3, diagonal: 55 };

/** Text whose capitals are seen at less than 16 arc-minutes. */
async function tooSmall(page: Page, room: typeof usualRoom): Promise<readonly string[]> {
  return page.evaluate(({ distance, diagonal }) => {
    const pixel = (diagonal * 25.4) / Math.hypot(innerWidth, innerHeight);
    const found: string[] = [];
    const walker = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || (node.textContent ?? '').trim() === '' || element.closest('.sr-only')) continue;
      if (element.getClientRects().length === 0) continue;
      // Words in a drawing grow with it.
      const drawn = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : 1;
      const capital = Number.parseFloat(getComputedStyle(element).fontSize) * drawn * 0.686 * pixel;
      const minutes = 2 * Math.atan(capital / (2000 * distance)) * (180 / Math.PI) * 60;
      if (minutes < 15.9) found.push(`${minutes.toFixed(1)}′: ${node.textContent}`);
    }
    return found;
  }, room);
}

/** A screen of another size is drawn anew in the frames after it. */
async function expectLegible(page: Page, where: string, room = usualRoom): Promise<void> {
  await expect(async () => {
    expect(await misfits(page), where).toEqual([]);
    expect(await tooSmall(page, room), where).toEqual([]);
  }).toPass({ timeout: 15_000 });
}

const named = (count: number, name: (index: number) => string, status = 'operational') =>
  Array.from({ length: count }, (_, index) => ({ name: name(index), status }));

const english = (index: number) => `Component ${index + 1}`;
const german = (index: number) => `Verfügbarkeitszonenübergreifende Replikation ${index + 1}`;
const chinese = (index: number) => `对象存储复制服务 ${index + 1}`;

function withOne(options: DoubleOptions, index: number, status: string): DoubleOptions {
  return {
    ...options,
    components: (options.components ?? []).map((component, at) =>
      at === index ? { ...component, status } : component,
    ),
  };
}

const screens = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
  { width: 2560, height: 1080 },
  { width: 1080, height: 1920 },
];

test('a calm wall says one verdict, names every component and dates itself', async ({ page, deploy }) => {
  const { url } = await deploy(allOperational);
  await page.goto(`${url}/wall`);
  await expect(scene(page)).toHaveAttribute('data-scene', 'status');
  await expect(verdict(page).getByRole('heading')).toHaveText('All operational');
  await expect(verdict(page)).toContainText('18 of 18 components');
  await expect(page.getByRole('list', { name: 'Components' }).getByRole('listitem')).toHaveCount(18);
  await expect(page.locator('main > header')).toContainText(/\d\d:\d\d:\d\d.*UTC/s);
  await expect(page.locator('main > footer')).toContainText(/Checked \d+\ss ago/);
  expect(
    await page.evaluate(() => getComputedStyle(document.querySelector('main') ?? document.body).cursor),
  ).toBe('none');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('scenes take turns, each for its time, and start again', async ({ page, deploy }) => {
  const { url } = await deploy(allOperational);
  const order = ['status', 'inventory', 'events'];
  const time = await openInStoppedTime(page, `${url}/wall?seconds=5&scenes=${order.join()}`, async () => {
    await expect(verdict(page)).toContainText('18 of 18');
    await expect(page.getByRole('list', { name: 'Scenes' }).getByRole('listitem')).toHaveCount(3);
  });
  // Looked at more often than they change: a moment more or less at the end of a turn is no matter.
  const seen: (string | null)[] = [];
  const look = async () => {
    const now = await scene(page).getAttribute('data-scene');
    if (now !== seen.at(-1)) seen.push(now);
  };
  for (let looks = 0; looks < 9; looks += 1) {
    await look();
    await time.pass(3);
  }
  const first = order.indexOf(seen[0] ?? '');
  const inOrder = (index: number) => order[(first + index) % order.length] ?? '';
  expect(seen).toEqual(seen.map((_, index) => inOrder(index)));
  expect(seen.length).toBeGreaterThanOrEqual(5);
  await expect(verdict(page)).toHaveCount(1);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await look();
  await time.pass(5);
  await expect(scene(page)).toHaveAttribute('data-scene', inOrder(seen.length));
});

test('a new problem breaks in, large, by name and with its moment, and stays for two rounds', async ({
  page,
  request,
  deploy,
}) => {
  const { url, api, double } = await deploy({ ...allOperational, pollSeconds });
  const time = await openInStoppedTime(page, `${url}/wall?seconds=20&scenes=inventory,events`, async () => {
    await expect(verdict(page)).toContainText('Operational');
  });
  double.set('/api/v2/status', {
    edit: (body) => ({
      ...body,
      components: allOperational.components.map(({ name, status }) => ({
        name,
        status: name === 'Object Store' ? 'major_outage' : name === 'Cache' ? 'recalibrating' : status,
      })),
    }),
  });
  await untilHostSays(request, api, 'recalibrating');
  // It breaks in once two readings have said it.
  await time.pass(3 * pollSeconds + 1);
  await expect(scene(page)).toHaveAttribute('data-scene', 'status');
  const list = page.getByRole('list', { name: 'Components' });
  await expect(list.getByRole('listitem').first()).toContainText('Object Store');
  await expect(list.getByRole('listitem').first()).toContainText('Major outage');
  await expect(list.getByRole('listitem').first()).toContainText(/since \d\d:\d\d:\d\d/);
  await expect(list).toContainText('recalibrating');
  await expect(page.getByText('16 others operational')).toBeVisible();
  await time.pass(25);
  await expect(scene(page)).toHaveAttribute('data-scene', 'status');
  await expectNoGoodWithoutProof(page);
});

const components = (page: Page) => page.getByRole('list', { name: 'Components' });

/** Words of components, by name; the others are operational. */
function withWords(words: Readonly<Record<string, string>>, status = 'operational'): DoubleOptions {
  return {
    ...allOperational,
    status,
    components: allOperational.components.map((each) => ({
      name: each.name,
      status: words[each.name] ?? each.status,
    })),
  };
}

/** Where the bands stand and how large their names are, CSS pixels; in their order. */
function bandsOf(page: Page) {
  return components(page)
    .getByRole('listitem')
    .evaluateAll((bands) =>
      bands.map((band) => {
        const { left, top, width, height } = band.getBoundingClientRect();
        const name = band.querySelector('[data-verbatim]');
        return { left, top, width, height, size: name ? getComputedStyle(name).fontSize : '' };
      }),
    );
}

test('mild problems take nothing of the letters of a major outage, and have one size among them', async ({
  page,
  deploy,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const { url, double } = await deploy({ ...withWords({}), pollSeconds });
  const letters = async (mild: Readonly<Record<string, string>>) => {
    const { components: sent } = withWords({ 'Object Store': 'major_outage', ...mild });
    double.set('/api/v2/status', { edit: (body) => ({ ...body, status: 'major_outage', components: sent }) });
    await page.goto(`${url}/wall?scenes=status`);
    // The host holds the reading before for a while.
    for (const name of Object.keys(mild)) await expect(components(page)).toContainText(name);
    await expect(components(page).getByRole('listitem')).toHaveCount(1 + Object.keys(mild).length);
    await expectLegible(page, JSON.stringify(mild));
    return bandsOf(page);
  };
  const [alone] = await letters({});
  const three = { Replication: 'degraded', 'Query Engine': 'degraded', 'Usage Reporting': 'partial_outage' };
  const [major, first, second, odd] = await letters(three);
  expect(major?.size).toBe(alone?.size);
  expect(new Set([first?.size, second?.size, odd?.size]).size).toBe(1);
  expect(first?.top).toBe(second?.top);
  expect(second?.left).toBeGreaterThan(first?.left ?? 0);
  expect(odd?.width).toBe(major?.width);
  await expect(page.getByText('14 others operational')).toBeVisible();

  const [stillMajor, degraded, , announced] = await letters({
    Replication: 'degraded',
    'Query Engine': 'degraded',
    Export: 'maintenance',
  });
  expect(stillMajor?.size).toBe(alone?.size);
  expect(announced?.width).toBe(stillMajor?.width);
  expect((announced?.height ?? 0) / (degraded?.height ?? 1)).toBeCloseTo(0.52, 1);
});

test('seven vanished under a document that says major outage: its word leads, they are one band', async ({
  page,
  request,
  deploy,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const { url, api, double } = await deploy({ ...allOperational, pollSeconds });
  const time = await openInStoppedTime(page, `${url}/wall?scenes=status`, async () => {
    await expect(verdict(page)).toContainText('18 of 18');
  });
  await time.pass(5);
  const rest = allOperational.components.slice(7);
  double.set('/api/v2/status', { edit: (body) => ({ ...body, status: 'major_outage', components: rest }) });
  await untilHostSays(request, api, 'major_outage');
  await time.pass(4);
  await expect(verdict(page).getByRole('heading')).toHaveText('Major outage');
  await expect(verdict(page).locator('[data-severity]').first()).toHaveAttribute('data-severity', 'critical');
  await expect(page.getByText('says the status document').last()).toBeVisible();
  const bands = components(page).getByRole('listitem');
  await expect(bands).toHaveCount(1);
  await expect(bands).toContainText(
    /7 no longer listed.*API, Authentication.* more.*last listed \d\d:\d\d:\d\d/s,
  );
  await expect(page.getByText('11 others operational')).toBeVisible();
  await expect(page.locator('main > header')).toContainText('11 of 18 components listed');
  await expectLegible(page, 'seven vanished');
  await expectNoGoodWithoutProof(page);
});

test('seven vanished alone are named in the leading band, on every screen', async ({
  page,
  request,
  deploy,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const { url, api, double } = await deploy({ ...allOperational, pollSeconds });
  const time = await openInStoppedTime(page, `${url}/wall?scenes=status`, async () => {
    await expect(verdict(page)).toContainText('18 of 18');
  });
  await time.pass(5);
  const rest = allOperational.components.slice(7);
  double.set('/api/v2/status', { edit: (body) => ({ ...body, components: rest }) });
  await expect.poll(async () => (await request.get(`${api}/api/v2/status`)).text()).not.toContain('"API"');
  await time.pass(4);
  await expect(verdict(page).getByRole('heading')).toHaveText('7 components no longer listed');
  const band = components(page).getByRole('listitem').first();
  await expect(band).toContainText(/7 no longer listed.*API, Authentication.* more.*last listed/s);
  for (const screen of screens) {
    await page.setViewportSize(screen);
    await expectLegible(page, `seven vanished alone at ${screen.width} × ${screen.height}`);
  }
});

test('from the second failure on no band looks fresh: a hatched edge, and how old it is', async ({
  page,
  request,
  deploy,
}) => {
  const { url, api, double } = await deploy({
    ...withWords({ 'Object Store': 'major_outage' }, 'major_outage'),
    pollSeconds,
  });
  const band = components(page).getByRole('listitem');
  const ground = () => band.evaluate((element) => getComputedStyle(element).backgroundColor);
  const time = await openInStoppedTime(page, `${url}/wall?scenes=status`, () =>
    expect(band).toContainText('Major outage'),
  );
  const fresh = await ground();
  for (const path of allOperational.offered) double.set(path, { status: 503, body: 'out of order' });
  await untilHostSays(request, api, '503');
  await time.pass(4);
  await expect(page.locator('main [data-freshness=late]').first()).toBeAttached();
  await expect(band).toContainText(/ old.*Major outage/s);
  await expect(band).toContainText(/last vouched \d\d:\d\d:\d\d/);
  expect(await ground()).not.toBe(fresh);
  expect(await band.evaluate((element) => getComputedStyle(element, '::before').backgroundImage)).toContain(
    'repeating-linear-gradient',
  );
  await expectNoGoodWithoutProof(page);
});

test('a good document whose regions and nodes burn has no disc: they lead, and it is contradicted', async ({
  page,
  deploy,
}) => {
  const { url, double } = await deploy(allOperational);
  for (const path of ['/api/v2/regions', '/api/v2/nodes'])
    double.set(path, {
      edit: (body) => ({
        ...body,
        data: [body['data']].flat().map((row) => ({ ...Object(row), status: 'major_outage' })),
      }),
    });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${url}/wall?scenes=status`);
  await expect(verdict(page).getByRole('heading')).toHaveText('Major outage');
  const main = page.getByRole('main');
  await expect(main).toContainText(/6 of 6 regions.*are not operational, major outage/s);
  await expect(main).toContainText('The status document says operational');
  await expect(main).toContainText('So do 18 of 18 components. All 6 regions and every node say otherwise.');
  await expect(main).toContainText(/document read \d+\ss ago/);
  const zones = page.getByRole('list', { name: 'Zones' }).getByRole('listitem');
  await expect(zones.first()).toContainText(/\d+ of \d+/);
  await expect(page.locator('main [data-severity=ok], main [data-severity=assumed]')).toHaveCount(0);
  for (const screen of screens) {
    await page.setViewportSize(screen);
    await expectLegible(page, `contested at ${screen.width} × ${screen.height}`);
  }
});

/** Nothing keeps a colour, and every mark says that nobody knows. */
async function expectDrained(page: Page): Promise<void> {
  await expect(page.locator('main [data-severity]').first()).toBeAttached();
  await expect(page.locator('main [data-severity]:not([data-severity=unvouched])')).toHaveCount(0);
  await expect(page.locator('main [data-freshness]:not([data-freshness=lost])')).toHaveCount(0);
}

test('a screen whose own host is gone says that it is blind, and nothing of any service', async ({
  page,
  deployTogether,
}) => {
  const bad = withWords({ 'Object Store': 'major_outage' }, 'major_outage');
  const { host, doubles } = await deployTogether(
    { fine: allOperational, bad, burning: allOperational },
    { pollSeconds },
  );
  doubles['burning']?.set('/api/v2/nodes', {
    headers: { 'Cache-Control': 'public, max-age=5' },
    edit: (body) => ({
      ...body,
      data: [body['data']].flat().map((row) => ({ ...Object(row), status: 'major_outage' })),
    }),
  });
  const time = await openInStoppedTime(page, `${host.url}/wall?scenes=overview`, () =>
    expect(page.getByRole('list', { name: 'Deployments' }).getByText('Major outage')).toHaveCount(2),
  );
  await host.stop();
  await time.passInVain(6);
  await expect(scene(page)).toHaveAttribute('data-scene', 'blind');
  await expect(verdict(page).getByRole('heading')).toHaveText('This screen is blind');
  await expect(verdict(page)).toContainText(/for \d+\ss, since \d\d:\d\d:\d\d/);
  const main = page.getByRole('main');
  await expect(main).toContainText(
    `Its own host, ${new URL(host.url).host}, does not answer: no connection. How the services are is not known.`,
  );
  await expect(main).not.toContainText('No contact');
  await expect(main).toContainText('Nothing on this screen is current');
  const known = page.getByRole('list', { name: 'Last known' }).getByRole('listitem');
  await expect(known).toHaveCount(3);
  await expect(known.first()).toContainText(/bad.*major outage.*read \d\d:\d\d:\d\d/s);
  await expectDrained(page);
  // Its nodes have grown old: what they said was known all the same.
  await time.passInVain(30);
  await expect(known.nth(1)).toContainText(/burning.*major outage/s);
  for (const screen of screens) {
    await page.setViewportSize(screen);
    await expectLegible(page, `blind at ${screen.width} × ${screen.height}`);
  }
});

test('a wall none of whose deployments answers says that its own host does', async ({
  page,
  deployTogether,
}) => {
  const { host, doubles } = await deployTogether({ one: allOperational, two: allOperational }, { pollSeconds });
  const time = await openInStoppedTime(page, `${host.url}/wall?scenes=overview`, () =>
    expect(page.getByRole('list', { name: 'Deployments' })).toContainText('18 of 18'),
  );
  await Promise.all(Object.values(doubles).map((double) => double.refuse()));
  await time.pass(25);
  await expect(verdict(page).getByRole('heading')).toHaveText('No contact');
  await expect(page.getByRole('main')).toContainText(
    'None of the 2 deployments answers. Our own host answers.',
  );
  await expect(page.locator('main > footer')).toContainText(/Own host answers, \d+\ss ago/);
  await expectDrained(page);
});

test('whatever is shown of a deployment that is lost keeps no colour, though its lists are not old', async ({
  page,
  deployTogether,
}) => {
  const { host, doubles } = await deployTogether(
    { gone: allOperational, fine: allOperational },
    // Regions that are part of the verdict would have every second turn.
    { pollSeconds, verdict: { regions: false, nodeShare: false } },
  );
  doubles['gone']?.set('/api/v2/regions', {
    edit: (body) => ({
      ...body,
      data: [body['data']].flat().map((row) => ({ ...Object(row), status: 'major_outage' })),
    }),
  });
  const red = page.locator('main [data-severity=critical]').first();
  const time = await openInStoppedTime(page, `${host.url}/wall?scenes=map,inventory&seconds=5`, () =>
    expect(red).toBeAttached(),
  );
  const isOf = async (slug: string, name: string) =>
    (await scene(page).getAttribute('data-scene')) === name &&
    ((await page.locator('main > header').textContent()) ?? '').startsWith(slug);
  // No turn of five seconds begins and ends between two looks.
  const until = async (slug: string, name: string) => {
    for (let looks = 0; looks < 6 && !(await isOf(slug, name)); looks += 1) await time.pass(4);
    expect(await isOf(slug, name)).toBe(true);
  };
  await doubles['gone']?.refuse();
  await time.pass(20);
  for (const name of ['map', 'inventory']) {
    await until('gone', name);
    await expect(scene(page)).toHaveAttribute('data-contact', 'none');
    await expectDrained(page);
    await expect(page.locator('main > footer')).toContainText(
      /Own host answers, \d+\ss ago; 1 other deployment is read/,
    );
  }
  for (const name of ['map', 'inventory']) {
    await until('fine', name);
    await expect(scene(page)).toHaveAttribute('data-contact', 'some');
    await expect(page.locator('main [data-freshness=fresh]').first()).toBeAttached();
  }
});

test('without contact the rotation stops, nothing is green, and it comes back by itself', async ({
  page,
  request,
  deploy,
}) => {
  const { url, api, double } = await deploy({ ...allOperational, pollSeconds });
  const time = await openInStoppedTime(page, `${url}/wall?seconds=20`, async () => {
    await expect(verdict(page)).toContainText('18 of 18');
  });
  for (const path of allOperational.offered) double.set(path, { status: 503, body: 'out of order' });
  await untilHostSays(request, api, '503');
  await time.pass(30);
  await expect(scene(page)).toHaveAttribute('data-scene', 'status');
  await expect(scene(page)).toHaveAttribute('data-contact', 'none');
  await expect(verdict(page).getByRole('heading')).toHaveText('No contact');
  await expect(verdict(page)).toContainText(/since \d\d:\d\d:\d\d/);
  await expect(page.getByText(/Rotation paused, (next try in|trying now)/)).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText(/double cannot be read: attempt \d+, HTTP 503\. Our own host answers\./);
  await expect(page.locator('main > footer')).toContainText(/Own host answers, \d+\ss ago/);
  await expect(main).toContainText(/Last known, \d+\ss old, may no longer be true/);
  const known = page.getByRole('list', { name: 'Last known' });
  await expect(known).toContainText(/18 components.*operational.*read \d\d:\d\d:\d\d/s);
  await expect(known).toContainText(/6 regions.*operational/s);
  await expectDrained(page);
  for (const path of allOperational.offered) double.clear(path);
  await untilHostSays(request, api, 'operational');
  await time.pass(4);
  await expect(verdict(page)).toContainText('18 of 18 components');
  await expect(scene(page)).toHaveAttribute('data-contact', 'some');
});

test('lists that cannot be read are named, beside problems and in the head of other scenes', async ({
  page,
  deploy,
}) => {
  const { url, double } = await deploy({
    ...withOne(allOperational, 3, 'major_outage'),
    status: 'major_outage',
  });
  double.set('/api/v2/nodes', { status: 503, body: 'out of order' });
  double.set('/api/v1/nodes', { status: 503, body: 'out of order' });
  await page.goto(`${url}/wall?scenes=status`);
  const main = page.getByRole('main');
  await expect(page.getByRole('list', { name: 'Components' })).toContainText('Usage Reporting');
  await expect(main).toContainText('Partly unknown: nodes could not be read.');
  await expect(page.locator('main > header')).toContainText('partly unknown');
  double.clear('/api/v2/status');
  await page.goto(`${url}/wall?scenes=events&seconds=5`);
  await expect(scene(page)).toHaveAttribute('data-scene', 'events');
  await expect(verdict(page)).toContainText('Major outage, partly unknown');
});

test('several deployments begin with an overview, worst first', async ({ page, deployTogether }) => {
  const bad = withOne(allOperational, 3, 'degraded_performance');
  const { host } = await deployTogether({ fine: allOperational, bad });
  await page.goto(`${host.url}/wall?scenes=overview`);
  const rows = page.getByRole('list', { name: 'Deployments' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('bad');
  await expect(rows.first()).toContainText('Degraded');
});

test('until the lists are read no disc is full, whatever the document says', async ({ page, deploy }) => {
  const { url, double } = await deploy(allOperational);
  const lists = allOperational.offered.filter((path) => /regions|nodes/.test(path));
  for (const path of lists) double.set(path, { hold: true });
  await page.goto(`${url}/wall?scenes=status`);
  await expect(verdict(page)).toContainText('Regions and nodes have not been read yet');
  await expect(verdict(page).locator('[data-severity]').first()).toHaveAttribute('data-severity', 'assumed');
  await expect(verdict(page).getByRole('heading')).toHaveText('Operational');
  for (const path of lists)
    double.set(path, {
      edit: (body) => ({
        ...body,
        data: [body['data']].flat().map((row) => ({ ...Object(row), status: 'major_outage' })),
      }),
    });
  await expect(verdict(page).getByRole('heading')).toHaveText('Major outage');
  await expect(page.locator('main [data-severity=ok], main [data-severity=assumed]')).toHaveCount(0);
});

test('an overview alone reads what verdicts rest on: nothing is green while the inventory burns', async ({
  page,
  deployTogether,
}) => {
  const { host, doubles } = await deployTogether({ fine: allOperational, burning: allOperational });
  for (const path of ['/api/v2/regions', '/api/v2/nodes'])
    doubles['burning']?.set(path, {
      edit: (body) => ({
        ...body,
        data: [body['data']].flat().map((row) => ({ ...Object(row), status: 'major_outage' })),
      }),
    });
  await page.goto(`${host.url}/wall?scenes=overview`);
  const rows = page.getByRole('list', { name: 'Deployments' }).getByRole('listitem');
  const burning = rows.filter({ hasText: 'burning' });
  await expect(burning).toContainText('Major outage');
  await expect(burning).toContainText(
    '60 of 60 nodes are not operational; the status document says operational',
  );
  await expect(rows.filter({ hasText: 'fine' })).toContainText('18 of 18');
  await expect(rows.filter({ hasText: 'fine' }).locator('[data-severity=ok]').first()).toBeAttached();
});

test('a wall is set up in a dialog, whose address is all there is to it', async ({ page, deployTogether }) => {
  const {
    host: { url },
  } = await deployTogether({ one: allOperational, two: allOperational, three: allOperational });
  await page.goto(`${url}/one`);
  // Before the app has taken over, the link that the host drew leads to the wall itself.
  await expect(page.getByRole('button', { name: 'Find' })).toBeVisible();
  await page.getByRole('link', { name: 'Wall' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up a wall' });
  const address = dialog.getByLabel('Address of the wall');
  await expect(address).toHaveText(`${url}/one/wall`);
  await dialog.getByRole('checkbox', { name: 'three' }).check();
  await dialog.getByRole('checkbox', { name: 'Events' }).uncheck();
  await dialog.getByRole('button', { name: 'Move Status up' }).click();
  await dialog.getByRole('button', { name: '30 s' }).click();
  await expect(address).toHaveText(
    `${url}/wall?deployments=one,three&scenes=status,overview,map,inventory&seconds=30`,
  );
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Status of one, as it is now');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('link', { name: 'Wall' }).click();
  await dialog.getByRole('checkbox', { name: 'one' }).uncheck();
  await dialog.getByRole('button', { name: 'Open here' }).click();
  await expect(page).toHaveURL(`${url}/wall`);
  await expect(page.getByRole('heading', { name: '3 deployments' })).toBeVisible();
});

test('an address that means nothing falls back, an unknown deployment says so', async ({ page, deploy }) => {
  const { url, host } = await deploy(allOperational);
  await page.goto(`${url}/wall?seconds=-1&scenes=__proto__&distance=NaN&zone=%3Cb%3E&theme=blue`);
  await expect(verdict(page)).toContainText('18 of 18');
  await page.goto(`${host.url}/nobody/wall`);
  await expect(page.getByRole('heading')).toContainText('no deployment “nobody”');
});

test('the test card says what the room gets', async ({ page, deploy }) => {
  const { url } = await deploy(allOperational);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${url}/wall?card&distance=5&diagonal=75`);
  await expect(page.getByRole('heading')).toContainText('75 inches, 1,920 × 1,080, read from 5 m');
});

for (const [count, name, words] of [
  [4, english, 'four components'],
  [18, german, 'German names'],
  [60, chinese, 'Chinese names'],
  [539, english, '539 components'],
] as const)
  test(`everything fits and can be read on every screen: ${words}`, async ({ page, deploy }) => {
    const calm = { ...allOperational, components: named(count, name) };
    const { url, double } = await deploy(calm);
    for (const screen of screens) {
      await page.setViewportSize(screen);
      double.clear('/api/v2/status');
      await page.goto(`${url}/wall?scenes=status`);
      await expect(verdict(page)).toContainText(`${count} of ${count} components`);
      // What the lists say stands above the grid once they are here.
      await expectLegible(page, `calm at ${screen.width} × ${screen.height}`);
    }
  });

for (const bad of [1, 3, 40])
  test(`${bad} problems fit and can be read on every screen`, async ({ page, deploy }) => {
    const words = ['major_outage', 'degraded_performance', 'partial_outage', 'recalibrating', 'maintenance'];
    const components = named(60, german).map((component, index) =>
      index < bad ? { ...component, status: words[index % words.length] ?? 'down' } : component,
    );
    const { url } = await deploy({ ...allOperational, components });
    for (const screen of screens) {
      await page.setViewportSize(screen);
      await page.goto(`${url}/wall?scenes=status`);
      await expect(page.getByRole('list', { name: 'Components' }).getByRole('listitem').first()).toContainText(
        'Major outage',
      );
      await expectLegible(page, `${screen.width} × ${screen.height}`);
    }
  });

test('every other scene fits and can be read on every screen', async ({ page, deployTogether }) => {
  const bad = withOne(allOperational, 3, 'degraded_performance');
  const { host } = await deployTogether({ fine: allOperational, other: allOperational, bad });
  for (const [name, address, shown] of [
    ['overview', 'wall', page.getByRole('list', { name: 'Deployments' }).getByRole('listitem').last()],
    ['map', 'fine/wall', page.getByText(/^\d+ regions/).last()],
    ['inventory', 'fine/wall', page.getByText('event volume')],
    [
      'events',
      'fine/wall',
      page.getByRole('list', { name: 'Largest event types' }).getByRole('listitem').first(),
    ],
  ] as const) {
    await page.goto(`${host.url}/${address}?scenes=${name}`);
    for (const screen of screens) {
      await page.setViewportSize(screen);
      await expect(shown).toBeVisible();
      await expectLegible(page, `${name} at ${screen.width} × ${screen.height}`);
    }
  }
});

test('figures beside each other stand on one line, however long one of them is', async ({ page, deploy }) => {
  const { url, double } = await deploy(allOperational);
  double.set('/api/v2/nodes', {
    edit: (body) => ({
      ...body,
      data: [body['data']].flat().map((row) => ({ ...Object(row), capacity: '9999999G' })),
    }),
  });
  await page.setViewportSize({ width: 1080, height: 1920 });
  await page.goto(`${url}/wall?scenes=inventory`);
  await expect(page.getByText('event volume')).toBeVisible();
  await expect(page.getByText(/^\d{3},\d{3},\d{3}/)).toBeVisible();
  const lines = await page.locator('main dl > div').evaluateAll((figures) =>
    figures.map((figure) => {
      const place = document.createElement('i');
      place.style.display = 'inline-block';
      figure.querySelector('dd > div > *')?.append(place);
      const { bottom } = place.getBoundingClientRect();
      const { top } = figure.getBoundingClientRect();
      place.remove();
      return { row: Math.round(top), bottom };
    }),
  );
  const rows = new Map<number, number[]>();
  for (const { row, bottom } of lines) rows.set(row, [...(rows.get(row) ?? []), bottom]);
  expect(rows.size).toBe(3);
  for (const [one = 0, other = 0] of rows.values()) expect(Math.abs(one - other)).toBeLessThan(1);
});

test('the head and the sentence of a map stand on no land and on no name', async ({ page, deploy }) => {
  const { url, double } = await deploy(allOperational);
  double.set('/api/v2/regions', {
    edit: (body) => ({
      ...body,
      data: [body['data']].flat().map((row) => ({ ...Object(row), status: 'degraded_performance' })),
    }),
  });
  await page.goto(`${url}/wall?scenes=map`);
  await expect(page.getByText(/^\d+ regions/).last()).toBeVisible();
  for (const screen of screens) {
    await page.setViewportSize(screen);
    await expectLegible(page, `${screen.width} × ${screen.height}`);
    const found = await page.evaluate(() => {
      const boxOf = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
      const [head, sentence] = [
        document.querySelector('main > header'),
        document.querySelector('.wall-scene p'),
      ];
      const svg = boxOf(document.querySelector('.wall-map'));
      const scale =
        svg.height / Number(document.querySelector('.wall-map')?.getAttribute('viewBox')?.split(' ')[3]);
      // The land is drawn within it.
      const rect = document.querySelector('.wall-map clipPath rect');
      const top = svg.top + Number(rect?.getAttribute('y')) * scale;
      const bottom = top + Number(rect?.getAttribute('height')) * scale;
      const names = [...document.querySelectorAll('.wall-map text')].map((name) => boxOf(name));
      return {
        overHead: [top, ...names.map((name) => name.top)].filter((edge) => edge < boxOf(head).bottom - 2),
        overSentence: [bottom, ...names.map((name) => name.bottom)].filter(
          (edge) => edge > boxOf(sentence).top + 2,
        ),
      };
    });
    expect(found, `${screen.width} × ${screen.height}`).toMatchObject({ overHead: [], overSentence: [] });
  }
});

for (const [diagonal, distance] of [
  [55, 3],
  [55, 5],
  [43, 8],
  [43, 10],
] as const)
  test(`what must be read fits and can be read on ${diagonal} inches from ${distance} m`, async ({
    page,
    deployTogether,
  }) => {
    const bad = withOne(withOne(allOperational, 3, 'major_outage'), 9, 'degraded_performance');
    const { host, doubles } = await deployTogether({ fine: allOperational, bad, gone: allOperational });
    for (const path of allOperational.offered)
      doubles['gone']?.set(path, { status: 503, body: 'out of order' });
    const room = `diagonal=${diagonal}&distance=${distance}`;
    for (const [address, shown] of [
      ['fine/wall?scenes=status', verdict(page).getByText('All operational')],
      ['bad/wall?scenes=status', page.getByRole('list', { name: 'Components' }).getByText('Usage Reporting')],
      ['gone/wall?scenes=status', verdict(page).getByText('No contact')],
      ['fine/wall', verdict(page).getByText('All operational')],
      ['fine/wall?card', page.getByText('Smallest text')],
      // From further away an overview has no row left.
      ...(distance < 10
        ? [
            [
              'wall?scenes=overview',
              page.getByRole('list', { name: 'Deployments' }).getByRole('listitem'),
            ] as const,
          ]
        : []),
    ] as const) {
      await page.goto(`${host.url}/${address}${address.includes('?') ? '&' : '?'}${room}`);
      for (const screen of screens) {
        await page.setViewportSize(screen);
        await expect(shown.first(), address).toBeVisible();
        await expect(page.locator('main')).toContainText(/\d\d:\d\d:\d\d.*UTC/s);
        await expectLegible(page, `${address} at ${screen.width} × ${screen.height}`, { distance, diagonal });
      }
    }
  });

test('a contradiction keeps its moment while other scenes have their turns', async ({ page, deploy }) => {
  const { url, double } = await deploy({ ...allOperational, pollSeconds });
  double.set('/api/v2/nodes', {
    edit: (body) => ({
      ...body,
      // Too few to be part of the verdict, which would hold its scene.
      data: [body['data']]
        .flat()
        .map((row, index) => ({ ...Object(row), status: index < 2 ? 'degraded' : 'operational' })),
    }),
  });
  const contradictions = page.getByRole('list', { name: 'Contradictions' });
  const time = await openInStoppedTime(page, `${url}/wall?scenes=status,inventory&seconds=20`, () =>
    expect(contradictions).toContainText(/seen since \d\d:\d\d:\d\d/),
  );
  const moment = /seen since [\d:]+/.exec((await contradictions.textContent()) ?? '')?.[0];
  for (const name of ['inventory', 'status']) {
    for (let passed = 0; (await scene(page).getAttribute('data-scene')) !== name && passed < 30; passed += 1)
      await time.pass(1);
    await expect(scene(page)).toHaveAttribute('data-scene', name);
  }
  await time.pass(2);
  await expect(contradictions).toContainText(moment ?? 'a moment');
});

test('what is no longer listed, and what contradicts, stands on the wall with since when', async ({
  page,
  request,
  deploy,
}) => {
  const { url, api, double } = await deploy({ ...allOperational, pollSeconds });
  double.set('/api/v2/nodes', {
    edit: (body) => ({
      ...body,
      data: [body['data']]
        .flat()
        .map((row, index) => ({ ...Object(row), status: index < 2 ? 'degraded' : 'operational' })),
    }),
  });
  const contradictions = page.getByRole('list', { name: 'Contradictions' }).getByRole('listitem');
  const time = await openInStoppedTime(page, `${url}/wall?scenes=status`, async () => {
    await expect(verdict(page)).toContainText('18 of 18');
    await expect(contradictions.first()).toContainText(/2 of 60 nodes are not.*seen since \d\d:\d\d:\d\d/);
  });
  expect(await misfits(page)).toEqual([]);
  await time.pass(10);
  double.set('/api/v2/status', {
    edit: (body) => ({
      ...body,
      version: 'v2',
      components: allOperational.components.filter(({ name }) => name !== 'Replication'),
    }),
  });
  await expect
    .poll(async () => (await request.get(`${api}/api/v2/status`)).text())
    .not.toContain('Replication');
  await time.pass(10);
  const gone = page.getByRole('list', { name: 'Components' }).getByRole('listitem').first();
  await expect(gone).toContainText(/Replication.*No longer listed.*last listed \d\d:\d\d:\d\d/s);
  await expect(contradictions.first()).toContainText('2 of 60 nodes are not');
  expect(await misfits(page)).toEqual([]);
  await expectNoGoodWithoutProof(page);
});
