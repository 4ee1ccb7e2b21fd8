import { checkoutAddress } from '@funil/contract/checkout';
import { formatAmount } from '@funil/contract/money';
import { canonicalPhone } from '@funil/contract/person';
import type { SaleRecord } from '@funil/contract/sale';
import type { Config } from '../config/config.ts';
import { findPersonOrigin } from '../leads/people/find-person.ts';
import { toLocalTime } from '../output/local-time.ts';
import { readSalePages } from '../sales/list-sales.ts';
import { readNoticeSummary } from '../sales/notices.ts';
import { toSaleRecord } from '../sales/sale-items.ts';
import { readSiteFacts } from '../site/site-facts.ts';
import type { Database } from '../store/database.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import { showListing } from './output/listing.ts';
import { runCommand } from './run/command.ts';
import { type CommandContext, OperatorError } from './run/definition.ts';
import { SALES_OPTIONS } from './run/options.ts';

/**
 * The checkout's address for whoever has this phone, as the page would have made it: the sale comes back
 * tied to the newest lead or application of the number.
 * @throws OperatorError when there is no such person, or no site of this release
 */
async function checkoutLink(database: Database, config: Config, phone: string): Promise<string> {
  const site = readSiteFacts(config.site.dir);
  const { url, funnel, platform, refParameter } = site.ok
    ? site.facts.checkout
    : { url: null, funnel: null, platform: 'other' as const, refParameter: null };
  if (url === null || funnel === null) {
    throw new OperatorError('O endereço do checkout vem do site: rode npm run build antes.');
  }
  if (canonicalPhone(phone) === null) {
    throw new OperatorError(`“${phone}” não é um telefone com DDD, como 11 98765-4321.`);
  }
  const origin = await findPersonOrigin(database, phone);
  if (origin === null) throw new OperatorError('Nenhum lead nem aplicação tem esse número.');
  return checkoutAddress({ url, funnel, platform, refParameter }, origin.utms, origin.key).href;
}

/** Why a notice was not understood, for the operator. */
const TROUBLES: Readonly<Record<string, string>> = {
  encoding: 'o texto não é UTF-8',
  json: 'não é JSON',
  deep: 'aninhado demais',
  shape: 'não tem a forma de um aviso',
  event: 'evento desconhecido',
  transaction: 'sem o código da transação',
  value: 'sem um valor que se possa contar',
  currency: 'moeda desconhecida',
  moment: 'uma data que não existe',
  future: 'uma data no futuro',
  fault: 'o leitor da plataforma falhou',
  forgotten: 'apagado a pedido de quem comprou',
};

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** What the list of sales leaves out: tests, notices that wait, and notices that were not understood. */
function describeNotices(state: Awaited<ReturnType<typeof readNoticeSummary>>): string {
  const { failed, failedCount, unreadCount, testSaleCount } = state;
  const lines: string[] = [];
  if (testSaleCount > 0) {
    const are = plural(testSaleCount, 'venda de teste fica', 'vendas de teste ficam');
    lines.push(`${are} à parte (--testes mostra).`);
  }
  if (unreadCount > 0) {
    lines.push(
      `${plural(unreadCount, 'aviso espera', 'avisos esperam')} a leitura, que o servidor faz.`,
    );
  }
  if (failedCount > 0) {
    const are = plural(failedCount, 'aviso não foi entendido', 'avisos não foram entendidos');
    lines.push(`${are}; ficam guardados. Os mais novos:`);
  }
  for (const { id, platform, received_at, trouble } of failed) {
    const why = TROUBLES[trouble ?? ''] ?? trouble;
    lines.push(`  ${id}  ${toLocalTime(received_at)}  ${platform}: ${why}`);
  }
  return lines.map((line) => `${line}\n`).join('');
}

const COLUMNS = [
  'platform',
  'transaction',
  'state',
  'value_cents',
  'currency',
  'method',
  'product',
  'matched_by',
  'lead_ref',
  'pending_at',
  'paid_at',
  'refunded_at',
];
const BUYER_COLUMNS = ['buyer_name', 'buyer_email', 'buyer_phone'];
const SHOWN = ['platform', 'transaction', 'state', 'valor', 'method', 'lead', 'paid_at'];

const local = (moment: string | null) => (moment === null ? null : toLocalTime(moment));

const foreign = (currency: string) => (currency === 'BRL' ? '' : currency);

/** A sale for a table or spreadsheet. `lead`: `phone (2 candidatos)`, where somebody else may have been meant. */
function toCells(row: SaleRow) {
  const { matched_by, candidates, value_cents, currency } = row;
  return {
    ...toSaleRecord(row),
    lead: candidates > 1 ? `${matched_by} (${candidates} candidatos)` : matched_by,
    // Amounts in other currencies are not counted.
    valor: value_cents === null ? foreign(currency) : formatAmount(value_cents),
    pending_at: local(row.pending_at),
    paid_at: local(row.paid_at),
    refunded_at: local(row.refunded_at),
  };
}

function withoutBuyer(row: SaleRow): SaleRecord {
  const { buyer_name: _, buyer_email: __, buyer_phone: ___, ...record } = toSaleRecord(row);
  return record;
}

async function list({ database, words, print, isHeard }: CommandContext<typeof SALES_OPTIONS>) {
  const withBuyers = words.isSet('com-pessoas');
  const buyers = withBuyers ? BUYER_COLUMNS : [];
  await showListing(
    {
      read: () => readSalePages(database, words.isSet('testes')),
      toCells,
      toRecord: withBuyers ? toSaleRecord : withoutBuyer,
      columns: [...COLUMNS, ...buyers],
      shown: [...SHOWN, ...buyers],
      noun: ['venda', 'vendas'],
    },
    { words, print, isHeard },
  );
  if (words.text('csv') || words.text('json')) return;
  print(describeNotices(await readNoticeSummary(database, 10)));
}

await runCommand({
  name: 'sales',
  summary: 'Mostra as vendas que as plataformas avisaram, da mais antiga à mais nova.',
  access: 'read',
  options: SALES_OPTIONS,
  examples: [
    'npm run sales',
    'npm run sales -- --csv vendas.csv --com-pessoas',
    'npm run sales -- --link "11 98765-4321"',
  ],
  async run(context) {
    const phone = context.words.text('link');
    if (phone === undefined) return list(context);
    context.print(`${await checkoutLink(context.database, context.config, phone)}\n`);
  },
});
