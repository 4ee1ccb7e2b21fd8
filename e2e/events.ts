import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import type { Funil } from '../testkit/funil.ts';

export interface StoredEvent {
  id: string;
  session_id: string;
  name: string;
  secao: string | null;
  payload: Record<string, unknown>;
  utm_source: string;
  lead_ref: string | null;
}

/** What the internal tracker stored, in the order it happened; as it came within one millisecond. */
export function readEvents(funil: Funil, ...names: string[]): StoredEvent[] {
  using database = new DatabaseSync(join(funil.dataDir, 'funil.db'), { readOnly: true });
  const rows = database.prepare('select * from jornada order by occurred_at, number').all();
  return rows
    .map((row) => ({ ...row, payload: JSON.parse(String(row.payload)) }) as unknown as StoredEvent)
    .filter(({ name }) => names.length === 0 || names.includes(name));
}

/** Calls of a third party's function, across page loads. */
export async function stub(page: Page, name: 'gtag' | 'fbq'): Promise<unknown[][]> {
  const calls: unknown[][] = [];
  await page.exposeFunction(`record_${name}`, (call: unknown[]) => void calls.push(call));
  await page.addInitScript((name) => {
    const record = Reflect.get(window, `record_${name}`);
    Reflect.set(window, name, (...call: unknown[]) => record(call));
  }, name);
  return calls;
}

/** Waits for the script that follows the first paint, which takes the clicks kept for it over. */
export async function waitForTracker(page: Page): Promise<void> {
  await page.waitForFunction(
    () => Object.hasOwn(Reflect.get(window, 'funilClicks') ?? {}, 'push'),
    undefined,
    { timeout: 4000 },
  );
}

/** Waits for the script that comes last, once the page is idle: the bar, texts in dialogs, one open module. */
export async function waitForLate(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector<HTMLElement>('.scroll-progress')?.style.width !== '',
  );
}
