import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds wrong with a page as it stands.
 * @param include a selector; left out: all of it
 */
export async function expectNoViolations(page: Page, include?: string): Promise<void> {
  const axe = new AxeBuilder({ page })
    .options({ runOnly: RULES, resultTypes: ['violations'] })
    // Frames of others are not ours to mend; for them axe would put together its findings in a page of its own.
    .setLegacyMode();
  if (include) axe.include(include);
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
  ).toEqual([]);
}
