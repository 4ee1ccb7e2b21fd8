import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How long, in ms, what a replaced page may still ask for stays. */
const KEPT_FOR = 24 * 60 * 60 * 1000;
/** Code and fonts, which a page that is open asks for late; not pictures, which may be gone for a reason. */
const KEPT = /\.(js|css|woff2)(\.br|\.gz)?$/;
/** By file: when its page was replaced, ISO time. */
const RECORD = '.kept-assets.json';

/**
 * Copies into the next site the code that only the present one names. A visitor who loaded the page
 * just before a publication still gets the form's script, and can still leave a lead.
 */
export function keepAssets(present: string, next: string, now: Date): void {
  const folder = join(present, '_astro');
  if (!existsSync(folder)) return;
  const earlier = readRecord(present);
  const record: Record<string, string> = {};
  for (const name of readdirSync(folder)) {
    const replacedAt = earlier[name] ?? now.toISOString();
    const isOver = now.getTime() - Date.parse(replacedAt) > KEPT_FOR;
    if (isOver || !KEPT.test(name) || existsSync(join(next, '_astro', name))) continue;
    cpSync(join(folder, name), join(next, '_astro', name));
    record[name] = replacedAt;
  }
  writeFileSync(join(next, RECORD), JSON.stringify(record));
}

function readRecord(site: string): Record<string, string> {
  const file = join(site, RECORD);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
