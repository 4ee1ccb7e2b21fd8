// The tables of pages and settings that are generated from code, between the marks `manual:<name>` and
// `/manual:<name>`.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import { countOf } from '@funil/contract/money';
import { PLATFORM_NAMES, PLATFORMS } from '@funil/contract/sales/platforms';
import type { PlatformInfo } from '@funil/contract/sales/platforms/platform-info';
import { ADAPTERS } from '@funil/server/sales/platforms/adapters';
import type { PlatformManual } from '@funil/server/sales/platforms/authentication';
import { RETENTION, type Retention } from '@funil/server/store/retention';

/** Returns a table with these titles, between empty lines. */
const writeTable = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  `\n${[titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')}\n`;

/** Returns a number of whole days, hours or minutes in Portuguese. */
function describeDuration(ms: number): string {
  if (ms % DAY_MS === 0) return countOf(ms / DAY_MS, 'dia', 'dias');
  if (ms % HOUR_MS === 0) return countOf(ms / HOUR_MS, 'hora', 'horas');
  return countOf(ms / MINUTE_MS, 'minuto', 'minutos');
}

const writeRetention = (): string =>
  writeTable(
    ['o quê', 'por quanto tempo'],
    Object.values<Retention>(RETENTION).map(({ what, kept = '{}', ms }) => [
      what,
      kept.replace('{}', describeDuration(ms ?? 0)),
    ]),
  );

const platforms = PLATFORM_NAMES.map((name) => ({
  ...(PLATFORMS[name] as PlatformInfo),
  ...ADAPTERS[name].manual,
  name,
}));

const codeSpan = (text: string): string => `\`${text}\``;

function describePrefill(prefill: PlatformInfo['prefill']): string {
  if (!prefill) return '–';
  if (prefill.phone === undefined) return 'nome';
  return typeof prefill.phone === 'string' ? 'nome e telefone' : 'nome, DDD e número';
}

const writeCheckouts = (): string =>
  writeTable(
    ['plataforma', '`platform`', 'a referência segue em', '`prefill` preenche'],
    platforms.map(({ name, label, referenceParameters, prefill }) => {
      const parameters = referenceParameters.map(codeSpan).join(' e ');
      return [label, codeSpan(name), parameters, describePrefill(prefill)];
    }),
  );

const writeNoticeSecrets = (): string =>
  writeTable(
    ['plataforma', 'variável', 'o que é', 'endereço para o painel da plataforma'],
    platforms.map(({ label, secretVariable, secretLabel, noticePath }) => [
      ...[label, codeSpan(secretVariable), secretLabel],
      codeSpan(`https://SUA-PÁGINA/postbacks/${noticePath}`),
    ]),
  );

const writePaymentCodes = (): string =>
  writeTable(
    ['plataforma', 'o que traz'],
    platforms.map(({ label, paymentCodes }) => [label, paymentCodes]),
  );

const AMOUNT_TITLES: PlatformManual['amounts'] = {
  ...{ interest: 'juros do comprador', net: 'líquido', fee: 'taxa' },
  ...{ commissions: 'afiliados e coprodutores', order: 'o mesmo pedido', renewal: 'renovação' },
};

const writeAmounts = (): string => {
  const names = Object.keys(AMOUNT_TITLES) as (keyof typeof AMOUNT_TITLES)[];
  return writeTable(
    ['plataforma', ...Object.values(AMOUNT_TITLES)],
    platforms.map(({ label, amounts }) => [label, ...names.map((name) => amounts[name])]),
  );
};

const writePanels = (): string =>
  platforms
    .map(({ label, steps, source, remarks }) => {
      const list = steps.map((step, index) => `${index + 1}. ${step}\n`).join('');
      const outside = list.replaceAll(/(?<!\p{L})aqui(?!\p{L})/gu, 'em **Ligações**');
      return `\n## ${label}\n${source}\n${outside}${remarks ? `\n${remarks}\n` : ''}`;
    })
    .join('');

const listInPortuguese = new Intl.ListFormat('pt-BR');

function writeTestNotices(): string {
  const ofPlatforms = platforms.map(({ label, testNotice }) => ({ of: `da ${label}`, testNotice }));
  const marked = ofPlatforms.filter(({ testNotice }) => testNotice !== null);
  const others = ofPlatforms.filter(({ testNotice }) => testNotice === null);
  const names = listInPortuguese.format(marked.map(({ of, testNotice }) => `${testNotice} ${of}`));
  return `${names}. **Os ${listInPortuguese.format(others.map(({ of }) => of))} não se distinguem** de uma venda`;
}

const writeAccountsAsked = (): string =>
  listInPortuguese.format(
    platforms.flatMap(({ label, accountVariable }) => (accountVariable ? `a ${label}` : [])),
  );

const secretVariables = platforms.map(({ secretVariable }) => secretVariable);
const accountVariables = platforms.flatMap(({ accountVariable }) => accountVariable ?? []);

const writeCodeSpans = (names: readonly string[]) => names.map(codeSpan).join(', ');
const writeLines = (names: readonly string[]) => names.map((name) => `#${name}=\n`).join('');
const writeSettings = (names: readonly string[]) =>
  names.map((name) => `      ${name}: \${${name}:-}\n`).join('');

const TABLE_WRITERS: Readonly<Record<string, () => string>> = {
  retention: writeRetention,
  checkouts: writeCheckouts,
  'notice-secrets': writeNoticeSecrets,
  'payment-codes': writePaymentCodes,
  'notice-amounts': writeAmounts,
  'platform-panels': () => `${writePanels()}\n`,
  'test-notices': writeTestNotices,
  'platform-names': () =>
    new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
      platforms.map(({ label }) => label),
    ),
  'accounts-asked': writeAccountsAsked,
  'secret-variables': () => writeCodeSpans(secretVariables),
  'secret-lines': () => writeLines(secretVariables),
  'secret-settings': () => writeSettings(secretVariables),
  'account-variables': () => writeCodeSpans(accountVariables),
  'account-lines': () => writeLines(accountVariables),
  'account-settings': () => writeSettings(accountVariables),
};

/** The files with generated parts. */
export const FILES_WITH_TABLES: readonly string[] = [
  ...['docs/retencao.md', 'docs/sales.md', 'docs/plataformas.md', 'docs/dinheiro.md'],
  ...['docs/deploying.md', 'README.md', '.env.example', 'compose.yaml'],
];

const MARKED_TABLE = /(manual:([\w-]+)(?: -->)?\n?)([\s\S]*?)((?:<!-- |[ \t]*# )\/manual:\2)/g;

/** Returns a file's text with its marked tables generated anew. @throws Error if a mark names no table */
export const writeTables = (text: string): string =>
  text.replace(MARKED_TABLE, (_, begin: string, name: string, _old: string, end: string) => {
    const table = TABLE_WRITERS[name];
    if (!table) throw new Error(`no table is called ${name}`);
    return begin + table() + end;
  });
