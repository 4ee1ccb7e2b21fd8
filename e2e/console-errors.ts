import { expect, type Page } from '@playwright/test';

const expectedByPage = new WeakMap<Page, RegExp[]>();

/** Names errors in the page's console that the test expects; another error fails the test. */
export const expectErrors = (page: Page, ...errors: RegExp[]) =>
  expectedByPage.get(page)?.push(...errors);

/** Runs `use`, and fails if the page reported an error other than the file's or the test's expected ones. */
export async function watchErrors(page: Page, expected: RegExp[], use: () => Promise<void>) {
  const errors: string[] = [];
  expectedByPage.set(page, [...expected]);
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await use();
  const isExpected = (text: string) => expectedByPage.get(page)?.some((error) => error.test(text));
  expect(
    errors.filter((text) => !isExpected(text)),
    'console errors',
  ).toEqual([]);
}
