import { randomUUID } from 'node:crypto';
import type { Browser } from '@playwright/test';
import { makeLead } from '../testkit/rows.ts';
import { insert } from '../testkit/start-app.ts';
import type { ConsoleDesk } from './console-desk.ts';
import { keepSession } from './console-view.ts';

/** Runs in the page: the moment at which a name was painted. */
function waitForName(name: string): Promise<number> {
  return new Promise((resolve) => {
    const isThere = () => document.querySelector('.list-rows')?.textContent?.includes(name);
    const observer = new MutationObserver(() => {
      if (!isThere()) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

/** From a lead's `201` to its row on an open console, in ms, so many times. */
export async function timeArrivals(
  browser: Browser,
  desk: ConsoleDesk,
  times: number,
): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(keepSession, desk.kept);
  await page.goto(`${desk.url}/leads`);
  await page.locator('[data-connection="live"]').waitFor();
  await page.waitForTimeout(1_000);
  const found: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const nome = `Chegada ${'abcdefghijklmnopqrstuvwxyz'.charAt(time % 26)} ${randomUUID().replaceAll(/[^a-f]/g, '')}`;
    const painted = page.evaluate(waitForName, nome);
    const key = { 'idempotency-key': randomUUID() };
    const { status } = await insert(desk.funil.url, 'leads', makeLead({ nome }), key);
    const answered = Date.now();
    if (status !== 201) throw new Error(`refused: ${status}`);
    found.push((await painted) - answered);
    // Never in the same beat as the one before.
    await page.waitForTimeout(150 + ((time * 137) % 400));
  }
  await context.close();
  return found;
}
