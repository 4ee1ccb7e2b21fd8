import { expect, type Page } from '@playwright/test';

const expected = new WeakMap<Page, RegExp[]>();

/** Names errors in the page's console that the test expects; any other one fails it. */
export const expectErrors = (page: Page, ...errors: RegExp[]) =>
  expected.get(page)?.push(...errors);

/** Fails when the page reports an error that is not expected. @param known errors that a file's tests expect */
export async function watchErrors(page: Page, known: RegExp[], use: () => Promise<void>) {
  const errors: string[] = [];
  expected.set(page, [...known]);
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await use();
  const isKnown = (text: string) => expected.get(page)?.some((error) => error.test(text));
  expect(
    errors.filter((text) => !isKnown(text)),
    'console errors',
  ).toEqual([]);
}
