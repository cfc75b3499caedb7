/** Rules that every page must follow. */

import { expect, type Page } from '@playwright/test';

/**
 * Expects that every mark is inside an element with a freshness, and that good marks are only where it is
 * fresh.
 */
export async function expectNoGoodWithoutProof(page: Page): Promise<void> {
  await expect(page.locator('[data-severity]:not([data-freshness] *)')).toHaveCount(0);
  const unproven = () =>
    page
      .locator('[data-severity=ok], [data-severity=assumed]')
      .evaluateAll((marks) =>
        marks
          .filter((mark) => mark.closest('[data-freshness]')?.getAttribute('data-freshness') !== 'fresh')
          .map((mark) => mark.parentElement?.textContent),
      );
  await expect.poll(unproven).toEqual([]);
}
