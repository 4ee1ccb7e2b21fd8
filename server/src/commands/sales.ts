import { noticeErrorLabel } from '@funil/contract/console/notice-labels';
import { canonicalPhone } from '@funil/contract/contacts/person';
import { formatQuantity } from '@funil/contract/counts';
import { toLocalTime } from '@funil/contract/local-time';
import { formatAmount } from '@funil/contract/money';
import { hasAnyName } from '@funil/contract/sales/products';
import { publicMatchedBy, type SaleRecord } from '@funil/contract/sales/sale-record';
import { findPersonOrigin } from '../contacts/find-person.ts';
import { type Columns, fieldColumns } from '../csv/columns.ts';
import { listenerUrl } from '../doctor/probe.ts';
import { readSalePages } from '../sales/list-sales.ts';
import { readNoticeSummary } from '../sales/notices/list-notices.ts';
import { makePaymentLink } from '../sales/payment-link.ts';
import { toSaleRecord } from '../sales/sale-items.ts';
import { findSiteInfo } from '../site/site-info.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import { runDatabaseCommand } from './run/command.ts';
import { type DatabaseContext, OperatorError } from './run/definition.ts';
import { SALES_OPTIONS } from './run/options.ts';
import { showList } from './run/show-list.ts';

type SalesContext = DatabaseContext<typeof SALES_OPTIONS>;

/**
 * Makes a link for the newest lead or application with this phone.
 * @param name of a listed product; undefined for the page's own
 * @throws OperatorError if the person or product does not exist, or no site is built
 */
async function makeCheckoutLink(
  { database, config, env }: SalesContext,
  phone: string,
  name: string | undefined,
): Promise<string> {
  if (canonicalPhone(phone) === null) {
    throw new OperatorError(`“${phone}” não é um telefone com DDD, como 11 98765-4321.`);
  }
  const origin = await findPersonOrigin(database, phone);
  if (origin === null) throw new OperatorError('Nenhum lead nem aplicação tem esse número.');
  const site = findSiteInfo(config.site.dir);
  const product =
    name === undefined ? undefined : site?.products.find((listed) => hasAnyName(listed, [name]));
  if (site && name !== undefined && !product) {
    throw new OperatorError(`Nenhum produto da página se chama “${name}” nas vendas.`);
  }
  const linkContext = { site, env, listenAddress: listenerUrl(config.listen) };
  const link = makePaymentLink(linkContext, origin, product);
  if (link === null) {
    throw new OperatorError('O endereço do checkout vem do site: rode npm run build antes.');
  }
  return link;
}

function describeOmitted(summary: Awaited<ReturnType<typeof readNoticeSummary>>): string {
  const { failed, failedCount, notYetReadCount, testSaleCount } = summary;
  const lines = [
    testSaleCount > 0 &&
      `${formatQuantity(testSaleCount, 'venda de teste fica', 'vendas de teste ficam')} à parte (--testes mostra).`,
    notYetReadCount > 0 &&
      `${formatQuantity(notYetReadCount, 'aviso espera', 'avisos esperam')} a leitura, que o servidor faz.`,
    failedCount > 0 &&
      `${formatQuantity(failedCount, 'aviso não foi entendido', 'avisos não foram entendidos')}; ficam guardados. Os mais novos:`,
    ...failed.map(({ id, platform, received_at, read_error }) => {
      const reason = noticeErrorLabel(read_error ?? '');
      return `  ${id}  ${toLocalTime(received_at)}  ${platform}: ${reason}`;
    }),
  ];
  return lines
    .filter(Boolean)
    .map((line) => `${line}\n`)
    .join('');
}

const BUYER_COLUMNS = fieldColumns<SaleRow>('buyer_name', 'buyer_email', 'buyer_phone');
const SALE_FILE_COLUMNS: Columns<SaleRow> = {
  ...fieldColumns<SaleRow>('platform', 'transaction', 'state', 'value_cents', 'currency', 'method'),
  product: (row) => toSaleRecord(row).product,
  ...fieldColumns<SaleRow>('matched_by', 'lead_ref', 'pending_at', 'paid_at', 'refunded_at'),
};
const SALE_TABLE_COLUMNS: Columns<SaleRow> = {
  ...fieldColumns<SaleRow>('platform', 'transaction', 'state'),
  valor: ({ value_cents, currency }) =>
    value_cents === null ? (currency === 'BRL' ? '' : currency) : formatAmount(value_cents),
  ...fieldColumns<SaleRow>('method'),
  lead: ({ matched_by, candidates }) =>
    candidates > 1 ? `${matched_by} (${candidates} candidatos)` : matched_by,
  ...fieldColumns<SaleRow>('paid_at', 'source'),
};

const toPublicRecord = (row: SaleRow) => ({
  ...toSaleRecord(row),
  matched_by: publicMatchedBy(row.matched_by),
});

function toRecordWithoutBuyer(row: SaleRow): SaleRecord {
  const { buyer_name: _, buyer_email: __, buyer_phone: ___, ...record } = toPublicRecord(row);
  return record;
}

async function showStoredSales(context: SalesContext) {
  const { database, options, print } = context;
  const withBuyers = options['com-pessoas'];
  await showList(context, {
    read: () => readSalePages(database, options.testes ?? false),
    columns: withBuyers ? { ...SALE_FILE_COLUMNS, ...BUYER_COLUMNS } : SALE_FILE_COLUMNS,
    table: withBuyers ? { ...SALE_TABLE_COLUMNS, ...BUYER_COLUMNS } : SALE_TABLE_COLUMNS,
    toRecord: withBuyers ? toPublicRecord : toRecordWithoutBuyer,
    noun: ['venda', 'vendas'],
  });
  if (options.csv || options.json) return;
  print(describeOmitted(await readNoticeSummary(database, 10)));
}

await runDatabaseCommand({
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
    const { link, produto } = context.options;
    if (link === undefined) return showStoredSales(context);
    context.print(`${await makeCheckoutLink(context, link, produto)}\n`);
  },
});
