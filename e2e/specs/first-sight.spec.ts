import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

/** What must stand where it stood when the app takes over from what the host drew. */
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
  test(`the app takes over in place at ${viewport.width} pixels`, async ({ browser, deploy }) => {
    // A service that stands still: both looks see the same.
    const { url } = await deploy(allOperational);
    const corners = async (javaScriptEnabled: boolean) => {
      const context = await browser.newContext({ javaScriptEnabled, viewport });
      const page = await context.newPage();
      // A document waits 100 ms for its service; on a busy machine the first may go without a verdict.
      await expect(async () => {
        await page.goto(url);
        await expect(page.getByRole('status', { name: 'Overall status' })).toContainText('components', {
          timeout: 2_000,
        });
      }).toPass();
      // How old it is only the app knows.
      if (javaScriptEnabled)
        await expect(
          // A phone says it in the top bar alone.
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
    // The fonts come after the first paint; the measures of the one at hand differ by less than a pixel a line.
    for (const [index, place] of drawn.places.entries()) {
      const { x, y } = taken.places[index] ?? {};
      expect.soft(Math.abs((x ?? Number.NaN) - (place?.x ?? 0)), landmarks[index]).toBeLessThanOrEqual(1);
      expect.soft(Math.abs((y ?? Number.NaN) - (place?.y ?? 0)), landmarks[index]).toBeLessThanOrEqual(1);
    }
  });
}

test('a verdict that no script came to renew is taken away', async ({ page, request }) => {
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
