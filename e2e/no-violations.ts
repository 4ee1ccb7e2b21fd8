import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const AXE_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

declare global {
  interface Window {
    axe: typeof Axe;
  }
}

/** Checks a page, or the part `include`, with axe; not the frames' documents. @param rules tags or names of rules */
export async function expectNoViolations(
  page: Page,
  include = ':root',
  rules: string[] = AXE_RULES,
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(
    async ([include, rules]) => {
      const { violations } = await window.axe.run(include, {
        runOnly: rules,
        resultTypes: ['violations'],
        iframes: false,
        selectors: false,
        // Styles are not preloaded, because only an experimental rule needs them.
        preload: { assets: ['media'] },
      });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
      );
    },
    [include, rules] as const,
  );
  expect(violations).toEqual([]);
}

/** Checks a loaded view on a dark phone and on a light desktop, because colors do not change with the width. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectNoViolations(page);
}
