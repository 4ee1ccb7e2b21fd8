import { toLocalTime } from '../output/local-time.ts';
import { readNoticeState } from '../sales/notices.ts';
import { type ListedSale, readSales } from '../sales/sale-record.ts';
import { showListing } from './output/listing.ts';
import { type CommandContext, runCommand } from './run/command.ts';
import { SALES_OPTIONS } from './run/options.ts';
import { checkoutLink } from './sales/link.ts';
import { describeNotices } from './sales/notices.ts';

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

const reais = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 });

/** `phone (2 candidatos)`: somebody else may have been meant. */
function describeMatch({ sale, candidates }: ListedSale) {
  return candidates > 1 ? `${sale.matched_by} (${candidates} candidatos)` : sale.matched_by;
}

function toCells(listed: ListedSale) {
  const { sale } = listed;
  const local = (moment: string | null) => (moment === null ? null : toLocalTime(moment));
  return {
    ...sale,
    lead: describeMatch(listed),
    valor: sale.value_cents === null ? sale.currency : reais.format(sale.value_cents / 100),
    pending_at: local(sale.pending_at),
    paid_at: local(sale.paid_at),
    refunded_at: local(sale.refunded_at),
  };
}

async function list({ database, words, print, isHeard }: CommandContext<typeof SALES_OPTIONS>) {
  const withBuyers = words.isSet('com-pessoas');
  const buyers = withBuyers ? BUYER_COLUMNS : [];
  await showListing(
    {
      read: () => readSales(database, { areTests: words.isSet('testes'), withBuyers }),
      toCells,
      toRecord: ({ sale }) => sale,
      columns: [...COLUMNS, ...buyers],
      shown: [...SHOWN, ...buyers],
      noun: ['venda', 'vendas'],
    },
    { words, print, isHeard },
  );
  if (words.text('csv') || words.text('json')) return;
  print(describeNotices(await readNoticeState(database, 10)));
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
