import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import {
  applicationsFileSchema,
  type ContactItem,
  leadsFileSchema,
} from '@funil/contract/console/contacts';
import { type SaleItem, salesFileSchema } from '@funil/contract/console/sales';
import type * as z from 'zod/mini';
import { csvHead, csvLines } from '../../csv/write-csv.ts';
import { readLastSteps } from '../../leads/applications.ts';
import { listAllContacts } from '../../leads/contacts/list-contacts.ts';
import { CONTACTS_CSV } from '../../leads/people-csv.ts';
import { listAllSales } from '../../sales/list-sales.ts';
import { SALES_CSV } from '../../sales/sales-csv.ts';
import type { Database } from '../../store/database.ts';
import {
  type AddRoute,
  type DataCall,
  type DataParts,
  itemOptions,
  Refusal,
} from './data-route.ts';
import { readFilter, readSalesFilter } from './search-route.ts';

const FILES = {
  leads: { kind: 'lead', query: leadsFileSchema, name: 'leads.csv' },
  applications: { kind: 'application', query: applicationsFileSchema, name: 'aplicacoes.csv' },
} as const;

/**
 * `GET leads.csv`, `GET applications.csv`, `GET sales.csv`: all rows of a filter, one page in memory at a time, and no
 * transaction between two pages, because the client may read slowly.
 */
export function addFileRoutes(addRoute: AddRoute, parts: DataParts) {
  const { database } = parts;
  for (const list of ['leads', 'applications'] as const) {
    const { kind, query, name } = FILES[list];
    addFile(addRoute, { list, query, name }, async (filters, { operator }) => {
      const filter = await readFilter({ database, kind, operator }, filters);
      if (filter instanceof Refusal) return filter;
      const { columns, toCells } = CONTACTS_CSV;
      const pages = listAllContacts(database, { filter, ...itemOptions(parts, operator) });
      const toRows = async (items: readonly ContactItem[]) =>
        (await addLastSteps(database, items)).map(toCells);
      return { columns, pages, toRows };
    });
  }
  const file = { list: 'sales', query: salesFileSchema, name: 'vendas.csv' } as const;
  addFile(addRoute, file, (filters) => {
    const filter = readSalesFilter(filters);
    if (filter instanceof Refusal) return filter;
    const { columns, toCells } = SALES_CSV;
    const pages = listAllSales(database, filter);
    return { columns, pages, toRows: (items: readonly SaleItem[]) => items.map(toCells) };
  });
}

interface File<Query> {
  readonly list: 'leads' | 'applications' | 'sales';
  readonly query: Query;
  readonly name: string;
}

interface FileRows<Item> {
  readonly columns: readonly string[];
  readonly pages: AsyncGenerator<Item>;
  readonly toRows: (items: Item) => Rows | Promise<Rows>;
}
type Rows = Parameters<typeof csvLines>[1];
type Opened<Item> = FileRows<Item> | Refusal;

function addFile<Query extends z.ZodMiniType, Item>(
  addRoute: AddRoute,
  { list, query, name }: File<Query>,
  open: (filters: z.infer<Query>, call: DataCall) => Opened<Item> | Promise<Opened<Item>>,
) {
  const handle = async (filters: z.infer<Query>, call: DataCall) => {
    const { audit, reply } = call;
    const rows = await open(filters, call);
    if (rows instanceof Refusal) return rows;
    await audit(`${list}.exported`);
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`);
    return Readable.from(writeCsv(rows), { highWaterMark: 1 });
  };
  addRoute(`GET ${list}.csv`, { query }, (call) => handle(call.query, call));
  // Proxies log URLs, and a search may be a person's name.
  addRoute(`POST ${list}.csv`, { body: query }, (call) => handle(call.body, call));
}

async function* writeCsv<Item>({ columns, pages, toRows }: FileRows<Item>) {
  yield csvHead(columns);
  for await (const page of pages) {
    const lines = csvLines(columns, await toRows(page));
    if (lines !== '') yield lines;
    // SQLite blocks the thread while it reads: requests that arrived meanwhile are answered before the next page.
    await setImmediate();
  }
}

const APPLICATION_PREFIX = 'application:';

/** Adds the last step that each application reached; null for leads. */
async function addLastSteps(database: Database, items: readonly ContactItem[]) {
  const readId = ({ subject }: ContactItem) => subject.slice(APPLICATION_PREFIX.length);
  const applications = items
    .filter(({ subject }) => subject.startsWith(APPLICATION_PREFIX))
    .map((item) => ({ id: readId(item), isSent: item.stage === 'sent' }));
  const lastSteps = await readLastSteps(database, applications);
  return items.map((item) => ({ ...item, lastStep: lastSteps.get(readId(item)) ?? null }));
}
