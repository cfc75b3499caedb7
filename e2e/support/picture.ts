import type { JSHandle, Locator, Page } from '@playwright/test';

/** Takes a screenshot of an element or page and decodes it in the page, because a browser can read PNG. */
export async function pictureOf(shown: Locator | Page): Promise<JSHandle<ImageData>> {
  const isPart = 'page' in shown;
  const page = isPart ? shown.page() : shown;
  const png = await (isPart ? shown.screenshot() : shown.screenshot({ fullPage: true }));
  return page.evaluateHandle(async (file) => {
    const blob = new Blob([Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))]);
    const bitmap = await createImageBitmap(blob);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('This browser draws no pictures.');
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height);
  }, png.toString('base64'));
}

/** Coloured pixels. In the text colours of both themes, red, green and blue differ by at most 15. */
export async function colouredPixels(shown: Locator | Page): Promise<number> {
  const picture = await pictureOf(shown);
  const count = await picture.evaluate(({ data }) => {
    let coloured = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 30) coloured += 1;
    }
    return coloured;
  });
  await picture.dispose();
  return count;
}
