import { Readable } from 'node:stream';
import { contactsFileSchema } from '@funil/contract/console/contacts';
import { salesFileSchema } from '@funil/contract/console/sales';
import type * as z from 'zod/mini';
import { readLastSteps } from '../../contacts/applications.ts';
import { listAllContacts } from '../../contacts/list-contacts.ts';
import { CONTACT_COLUMNS } from '../../contacts/people-csv.ts';
import type { PlainContact } from '../../contacts/read-contacts.ts';
import type { Columns } from '../../csv/columns.ts';
import { writeCsv } from '../../csv/write-csv.ts';
import { listAllSales } from '../../sales/list-sales.ts';
import { SALE_COLUMNS } from '../../sales/sales-csv.ts';
import type { Database } from '../../store/database.ts';
import {
  type AddRoute,
  type DataCall,
  itemOptions,
  type RouteDependencies,
  RouteRefusal,
} from './data-route.ts';
import { readFilter, readSalesFilter } from './search-route.ts';

const FILES = {
  leads: { kind: 'lead', query: contactsFileSchema, name: 'leads.csv' },
  applications: { kind: 'application', query: contactsFileSchema, name: 'aplicacoes.csv' },
} as const;

/**
 * `POST leads.csv`, `POST applications.csv`, `POST sales.csv`: all rows of a filter, one page in memory at a time, and no
 * transaction between two pages, because the client may read slowly. By POST, because proxies log URLs, and a search may be a
 * person's name.
 */
export function addFileRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const { database } = deps;
  for (const list of ['leads', 'applications'] as const) {
    const { kind, query, name } = FILES[list];
    addFile(addRoute, { list, query, name }, async (filters, { operator }) => {
      const filter = await readFilter({ database, kind, operator }, filters);
      if (filter instanceof RouteRefusal) return filter;
      const pages = listAllContacts(database, { filter, ...itemOptions(deps, operator) });
      return { columns: CONTACT_COLUMNS, pages: addLastSteps(database, pages) };
    });
  }
  const file = { list: 'sales', query: salesFileSchema, name: 'vendas.csv' } as const;
  addFile(addRoute, file, async (filters) => {
    const filter = await readSalesFilter(database, filters);
    if (filter instanceof RouteRefusal) return filter;
    return { columns: SALE_COLUMNS, pages: listAllSales(database, filter) };
  });
}

interface File<Query> {
  readonly list: 'leads' | 'applications' | 'sales';
  readonly query: Query;
  readonly name: string;
}

interface FileRows<Row> {
  readonly columns: Columns<Row>;
  readonly pages: AsyncIterable<readonly Row[]>;
}
type Opened<Row> = FileRows<Row> | RouteRefusal;

function addFile<Query extends z.ZodMiniType, Row>(
  addRoute: AddRoute,
  { list, query, name }: File<Query>,
  open: (filters: z.infer<Query>, call: DataCall) => Opened<Row> | Promise<Opened<Row>>,
) {
  addRoute(`POST ${list}.csv`, { body: query }, async (call) => {
    const { audit, reply } = call;
    const rows = await open(call.body, call);
    if (rows instanceof RouteRefusal) return rows;
    await audit(`${list}.exported`);
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`);
    return Readable.from(writeCsv(rows.columns, rows.pages), { highWaterMark: 1 });
  });
}

const APPLICATION_PREFIX = 'application:';

/** Adds the last step that each application reached; null for leads. */
async function* addLastSteps(database: Database, pages: AsyncIterable<readonly PlainContact[]>) {
  const readId = ({ subject }: PlainContact) => subject.slice(APPLICATION_PREFIX.length);
  for await (const items of pages) {
    const applications = items
      .filter(({ subject }) => subject.startsWith(APPLICATION_PREFIX))
      .map((item) => ({ id: readId(item), isSent: item.stage === 'sent' }));
    const lastSteps = await readLastSteps(database, applications);
    yield items.map((item) => ({ ...item, lastStep: lastSteps.get(readId(item)) ?? null }));
  }
}
