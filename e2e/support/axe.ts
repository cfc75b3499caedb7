import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** What else axe looks for is the same in both themes: they differ in colours alone. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

export async function expectNothingSerious(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    // Without frames there is nothing to put together, for which each analysis would open a page of its own.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
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
