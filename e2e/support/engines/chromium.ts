import type { Page } from '@playwright/test';
import type { EngineWindow } from './engine-window.ts';

/** Drives a page of Playwright's Chromium. */
export function chromiumWindow(page: Page): EngineWindow {
  return {
    async open(url) {
      await page.goto(url);
    },
    async back() {
      await page.goBack();
    },
    evaluate: (expression) => page.evaluate<string>(expression),
    click: (x, y) => page.mouse.click(x, y),
    async press(keys) {
      for (const key of keys) await page.keyboard.press(key);
    },
    faults: null,
    close: () => page.close(),
  };
}
