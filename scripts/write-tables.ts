// The tables of pages and settings that are generated from code, between the marks `manual:<name>` and
// `/manual:<name>`.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import { countOf } from '@funil/contract/money';
import { PLATFORM_NAMES, PLATFORMS } from '@funil/contract/sales/platforms';
import type { PlatformInfo } from '@funil/contract/sales/platforms/platform-info';
import { RETENTION, type Retention } from '@funil/server/store/retention';

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

/** Returns a number of whole days, hours or minutes in Portuguese. */
function describeDuration(ms: number): string {
  if (ms % DAY_MS === 0) return countOf(ms / DAY_MS, 'dia', 'dias');
  if (ms % HOUR_MS === 0) return countOf(ms / HOUR_MS, 'hora', 'horas');
  return countOf(ms / MINUTE_MS, 'minuto', 'minutos');
}

const writeRetention = (): string =>
  row('o quê', 'por quanto tempo') +
  row('---', '---') +
  Object.values<Retention>(RETENTION)
    .map(({ what, kept = '{}', ms }) => row(what, kept.replace('{}', describeDuration(ms ?? 0))))
    .join('');

const platforms = PLATFORM_NAMES.map((name) => ({ name, info: PLATFORMS[name] as PlatformInfo }));

const codeSpan = (text: string): string => `\`${text}\``;

function describePrefill({ prefill }: PlatformInfo): string {
  if (!prefill) return '–';
  if (prefill.phone === undefined) return 'nome';
  return typeof prefill.phone === 'string' ? 'nome e telefone' : 'nome, DDD e número';
}

const writeCheckouts = (): string =>
  row('plataforma', '`platform`', 'a referência segue em', '`prefill` preenche') +
  row('---', '---', '---', '---') +
  platforms
    .map(({ name, info }) => {
      const parameters = info.referenceParameters.map(codeSpan).join(' e ');
      return row(info.label, codeSpan(name), parameters, describePrefill(info));
    })
    .join('');

const writeNoticeSecrets = (): string =>
  row('plataforma', 'variável', 'o que é', 'endereço para o painel da plataforma') +
  row('---', '---', '---', '---') +
  platforms
    .map(({ info: { label, secretVariable, secretLabel, noticePath } }) =>
      row(
        ...[label, codeSpan(secretVariable), secretLabel],
        codeSpan(`https://SUA-PÁGINA/postbacks/${noticePath}`),
      ),
    )
    .join('');

const secretVariables = platforms.map(({ info }) => info.secretVariable);

const TABLE_WRITERS: Readonly<Record<string, () => string>> = {
  retention: () => `\n${writeRetention()}\n`,
  checkouts: () => `\n${writeCheckouts()}\n`,
  'notice-secrets': () => `\n${writeNoticeSecrets()}\n`,
  'secret-variables': () => secretVariables.map(codeSpan).join(', '),
  'secret-lines': () => secretVariables.map((name) => `#${name}=\n`).join(''),
  'secret-settings': () => secretVariables.map((name) => `      ${name}: \${${name}:-}\n`).join(''),
};

/** The files with generated parts. */
export const FILES_WITH_TABLES: readonly string[] = [
  ...['docs/retencao.md', 'docs/sales.md', 'docs/deploying.md'],
  ...['.env.example', 'compose.yaml'],
];

const MARKED_TABLE = /(manual:([\w-]+)(?: -->)?\n?)([\s\S]*?)((?:<!-- |[ \t]*# )\/manual:\2)/g;

/** Returns a file's text with its marked tables generated anew. @throws Error if a mark names no table */
export const writeTables = (text: string): string =>
  text.replace(MARKED_TABLE, (_, begin: string, name: string, _old: string, end: string) => {
    const table = TABLE_WRITERS[name];
    if (!table) throw new Error(`no table is called ${name}`);
    return begin + table() + end;
  });
