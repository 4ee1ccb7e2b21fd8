// A table stands between the marks `manual:<name>` and `/manual:<name>`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatDuration } from '@funil/contract/durations';
import {
  noticePath,
  PLATFORM_NAMES,
  PLATFORMS,
  type PlatformName,
} from '@funil/contract/sales/platforms';
import type { PlatformInfo } from '@funil/contract/sales/platforms/platform-info';
import {
  RECONCILE_PLATFORMS,
  SALES_APIS,
  type SalesApiInfo,
} from '@funil/contract/sales/sales-apis';
import { RETENTION, type Retention } from '@funil/server/store/retention';
import { root } from './build-part.ts';

/** A platform's `manual.json`: facts for sellers, in Portuguese; `–` stands for none. */
interface PlatformManual {
  /** The source from which the steps in `PlatformInfo.steps` were taken, or a remark that the steps are unchecked. */
  readonly source: string;
  /** The source from which the steps in `SALES_APIS` were taken; undefined if the platform has no API. */
  readonly apiSource?: string;
  /** Peculiarities of the panel, and whether its test notice counts as a sale. */
  readonly remarks: string;
  /** The codes and links in a notice by which a buyer can pay. */
  readonly paymentCodes: string;
  /** Amounts that the notices state, and how they mark charges of one order or subscription, by column title. */
  readonly amounts: Readonly<Record<string, string>>;
}

const readManual = (name: PlatformName): PlatformManual =>
  JSON.parse(readFileSync(join(root, `server/src/sales/platforms/${name}/manual.json`), 'utf8'));

/** Puts the table between empty lines. */
const formatTable = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  `\n${[titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')}\n`;

const formatRetention = (): string =>
  formatTable(
    ['o quê', 'por quanto tempo'],
    Object.values<Retention>(RETENTION).map(({ label, periodText = '{}', ms }) => [
      label,
      periodText.replace('{}', formatDuration(ms ?? 0)),
    ]),
  );

const platforms = PLATFORM_NAMES.map((name) => ({
  ...(PLATFORMS[name] as PlatformInfo),
  ...readManual(name),
  name,
}));
type Platform = (typeof platforms)[number];

const codeSpan = (text: string): string => `\`${text}\``;

function describePrefill({ prefill }: Platform): string {
  if (!prefill) return '–';
  if (prefill.phone === undefined) return 'nome';
  return typeof prefill.phone === 'string' ? 'nome e telefone' : 'nome, DDD e número';
}

const formatPlatforms = (columns: Readonly<Record<string, (platform: Platform) => string>>) =>
  formatTable(
    ['plataforma', ...Object.keys(columns)],
    platforms.map((platform) => [
      platform.label,
      ...Object.values(columns).map((formatCell) => formatCell(platform)),
    ]),
  );

const CHECKOUT_COLUMNS = {
  '`platform`': ({ name }: Platform) => codeSpan(name),
  'a referência segue em': ({ referenceParameters }: Platform) =>
    referenceParameters.map(codeSpan).join(' e '),
  '`prefill` preenche': describePrefill,
  'o aviso traz para pagar': ({ paymentCodes }: Platform) => paymentCodes,
};
const SECRET_COLUMNS = {
  variável: ({ secretVariable }: Platform) => codeSpan(secretVariable),
  'o que é': ({ secretLabel }: Platform) => secretLabel,
  'endereço para o painel da plataforma': ({ name }: Platform) =>
    codeSpan(`https://SUA-PÁGINA${noticePath(name)}`),
};
const formatAmounts = (): string => {
  const titles = Object.keys(platforms[0]?.amounts ?? {});
  const rows = platforms.map(({ label, amounts }) => {
    if (Object.keys(amounts).join() !== titles.join())
      throw new Error(`manual.json of ${label} has other amounts than ${titles}`);
    return [label, ...Object.values(amounts)];
  });
  return formatTable(['plataforma', ...titles], rows);
};

/** The manual says “em **Ligações**” where the console says “aqui”. */
const rewordForManual = (step: string): string =>
  step.replaceAll(/(?<!\p{L})aqui(?!\p{L})/gu, 'em **Ligações**');

const salesApis = RECONCILE_PLATFORMS.map((name) => {
  const { credentials, ...info }: SalesApiInfo = SALES_APIS[name];
  const variables = Object.values(credentials).map(({ variable }) => variable);
  return { ...info, variables, label: PLATFORMS[name].label, ...readManual(name) };
});

const formatApis = (): string =>
  formatTable(
    ['plataforma', 'variáveis no `.env`', 'onde criar'],
    salesApis.map(({ label, variables, steps, apiSource }) => [
      label,
      formatCodeSpans(variables),
      `${steps.map(rewordForManual).join(' ')} (${apiSource})`,
    ]),
  );

const formatSteps = ({ label, steps, source, remarks }: Platform): string => {
  const stepList = steps.map((step, index) => `${index + 1}. ${step}\n`).join('');
  return `\n## ${label}\n${source}\n${rewordForManual(stepList)}\n${remarks}\n`;
};

const formatCodeSpans = (names: readonly string[]) => names.map(codeSpan).join(', ');

/** Formatters for documents, `.env.example` and `compose.yaml`. */
const variableFormatters = (kind: string, names: readonly string[]) => ({
  [`${kind}-variables`]: () => formatCodeSpans(names),
  [`${kind}-lines`]: () => names.map((name) => `#${name}=\n`).join(''),
  [`${kind}-settings`]: () => names.map((name) => `      ${name}: \${${name}:-}\n`).join(''),
});
const apiVariables = salesApis.flatMap(({ variables }) => variables);
const secretVariables = platforms.map(({ secretVariable }) => secretVariable);
const accountVariables = platforms.flatMap(({ accountVariable }) => accountVariable ?? []);

const orList = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const TABLE_FORMATTERS: Readonly<Record<string, () => string>> = {
  retention: formatRetention,
  checkouts: () => formatPlatforms(CHECKOUT_COLUMNS),
  'notice-secrets': () => formatPlatforms(SECRET_COLUMNS),
  'notice-amounts': formatAmounts,
  'platform-panels': () => `${platforms.map(formatSteps).join('')}\n`,
  'platform-names': () => orList.format(platforms.map(({ label }) => label)),
  'sales-apis': formatApis,
  'api-addresses': () => formatCodeSpans(salesApis.map(({ urlVariable }) => urlVariable)),
  ...variableFormatters('api', apiVariables),
  ...variableFormatters('secret', secretVariables),
  ...variableFormatters('account', accountVariables),
};

export const FILES_WITH_TABLES: readonly string[] = [
  'docs/retencao.md',
  'docs/sales.md',
  'docs/plataformas.md',
  'docs/dinheiro.md',
  'docs/deploying.md',
  'README.md',
  '.env.example',
  'compose.yaml',
];

const MARKED_TABLE = /(manual:([\w-]+)(?: -->)?\n?)([\s\S]*?)((?:<!-- |[ \t]*# )\/manual:\2)/g;

export const fillTables = (text: string): string =>
  text.replace(MARKED_TABLE, (_, begin: string, name: string, _old: string, end: string) => {
    const table = TABLE_FORMATTERS[name];
    if (!table) throw new Error(`no table is called ${name}`);
    return begin + table() + end;
  });
