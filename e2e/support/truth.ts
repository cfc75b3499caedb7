/** Rules for every page. */

import { expect, type Page } from '@playwright/test';

/** Every mark is inside an element with a freshness, and good marks only where that is fresh. */
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
