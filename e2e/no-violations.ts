import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Checks a page with axe.
 * @param include selector of the part to check, by default the page
 * @param rules tags or names of rules
 */
export async function expectNoViolations(
  page: Page,
  include?: string,
  rules: string[] = RULES,
): Promise<void> {
  const axe = new AxeBuilder({ page })
    .options({ runOnly: rules, resultTypes: ['violations'] })
    // Without legacy mode, axe opens another page for third-party frames.
    .setLegacyMode();
  if (include) axe.include(include);
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
  ).toEqual([]);
}
