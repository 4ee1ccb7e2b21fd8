// The tables of pages and settings that are generated from code, between the marks `manual:<name>` and `/manual:<name>`.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import { countOf } from '@funil/contract/money';
import { RETENTION, type Retention } from '@funil/server/store/retention';

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

/** Returns a number of whole days, hours or minutes in Portuguese. */
function inWords(ms: number): string {
  if (ms % DAY_MS === 0) return countOf(ms / DAY_MS, 'dia', 'dias');
  if (ms % HOUR_MS === 0) return countOf(ms / HOUR_MS, 'hora', 'horas');
  return countOf(ms / MINUTE_MS, 'minuto', 'minutos');
}

const writeRetention = (): string =>
  row('o quê', 'por quanto tempo') +
  row('---', '---') +
  Object.values<Retention>(RETENTION)
    .map(({ what, kept = '{}', ms }) => row(what, kept.replace('{}', inWords(ms ?? 0))))
    .join('');

const TABLES: Readonly<Record<string, () => string>> = {
  retention: () => `\n${writeRetention()}\n`,
};

/** The files with generated parts. */
export const FILES_WITH_TABLES: readonly string[] = ['docs/retencao.md'];

const MARKED = /(manual:([\w-]+)(?: -->)?\n?)([\s\S]*?)((?:<!-- |[ \t]*# )\/manual:\2)/g;

/** Returns a file's text with its generated parts anew. @throws Error if a mark names no table */
export const writeTables = (text: string): string =>
  text.replace(MARKED, (_, begin: string, name: string, _old: string, end: string) => {
    const table = TABLES[name];
    if (!table) throw new Error(`no table is called ${name}`);
    return begin + table() + end;
  });
