import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Rules that are checked in the dark theme as well. The two themes differ only in colours. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/**
 * Later items of lists and tables, which are not checked. The same code renders all items, the worst states
 * first.
 */
const repeated = 'li:nth-of-type(n + 13), tr:nth-of-type(n + 13)';

export async function expectNothingSerious(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    // Legacy mode: without frames there is nothing to merge, and merging opens an extra page per analysis.
    const axe = new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
      .exclude(repeated);
    if (theme === 'dark') axe.withRules(rulesOfColour);
    const { violations } = await axe.analyze();
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => ({
        id,
        where: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
      }));
    expect.soft(serious, theme).toEqual([]);
  }
}
