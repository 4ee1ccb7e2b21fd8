import { Readable } from 'node:stream';
import { contactsFilterSchema } from '@funil/contract/contacts/contacts';
import { MANAGEMENT } from '@funil/contract/operators/roles';
import { salesFilterSchema } from '@funil/contract/sales/sales';
import { readLastSteps } from '../../contacts/applications.ts';
import { parseContactKey } from '../../contacts/contact-ref.ts';
import type { ContactItemWithoutCard } from '../../contacts/list/contact-items.ts';
import { listAllContacts } from '../../contacts/list/contact-pages.ts';
import { CONTACT_COLUMNS } from '../../contacts/people-csv.ts';
import { writeCsv } from '../../csv/write-csv.ts';
import { findLiveSession } from '../../operators/sessions.ts';
import type { Operator } from '../../operators/sign-in/authenticate.ts';
import { listAllSales } from '../../sales/list-sales.ts';
import { SALE_COLUMNS } from '../../sales/sales-csv.ts';
import type { Database } from '../../store/database.ts';
import { RouteRefusal } from '../route-refusal.ts';
import {
  type AddRoute,
  type DataCall,
  makeItemOptions,
  type RouteDependencies,
} from './data-route.ts';
import { readContactFilter, readSalesFilter } from './read-filters.ts';

const CONTACT_FILES = [
  ['leads', 'lead', 'leads.csv'],
  ['applications', 'application', 'aplicacoes.csv'],
] as const;

/**
 * Streams all rows of a filter, a page in memory at a time, without a transaction between pages, because the client may
 * read slowly. The method is POST, because proxies log URLs and a search may contain a person's name.
 */
export function addCsvRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const { database } = deps;
  for (const [list, kind, name] of CONTACT_FILES) {
    addRoute(
      `POST ${list}.csv`,
      { roles: MANAGEMENT, body: contactsFilterSchema },
      async (call) => {
        const { body, operator } = call;
        const filter = await readContactFilter({ database, kind, operator }, body);
        if (filter instanceof RouteRefusal) return filter;
        const options = { filter, ...makeItemOptions(deps, operator), checkoutLinkOf: undefined };
        const pages = whileAdmitted(deps, operator, listAllContacts(database, options));
        await call.audit(`${list}.exported`);
        return sendCsv(call, name, writeCsv(CONTACT_COLUMNS, addLastSteps(database, pages)));
      },
    );
  }
  addRoute('POST sales.csv', { roles: MANAGEMENT, body: salesFilterSchema }, async (call) => {
    const filter = await readSalesFilter(database, call.body);
    if (filter instanceof RouteRefusal) return filter;
    await call.audit('sales.exported');
    const pages = whileAdmitted(deps, call.operator, listAllSales(database, filter));
    return sendCsv(call, 'vendas.csv', writeCsv(SALE_COLUMNS, pages));
  });
}

/**
 * Yields the pages while the operator may see them, because a slow download may outlast that right. An expired token
 * does not end the download.
 * @throws Error when the operator's session has ended, or the role no longer allows the file
 */
export async function* whileAdmitted<Page>(
  { database, now }: Pick<RouteDependencies, 'database' | 'now'>,
  { sessionId }: Pick<Operator, 'sessionId'>,
  pages: AsyncIterable<Page>,
): AsyncGenerator<Page> {
  for await (const page of pages) {
    const session = await findLiveSession(database, sessionId, now());
    if (session === null || !MANAGEMENT.includes(session.role)) {
      throw new Error('The operator has lost the right to this file.');
    }
    yield page;
  }
}

function sendCsv({ reply }: DataCall, name: string, rows: AsyncIterable<string>): Readable {
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from(rows, { highWaterMark: 1 });
}

function readApplicationId({ subject }: ContactItemWithoutCard): string | null {
  const ref = parseContactKey(subject);
  return ref?.kind === 'application' ? ref.applicationId : null;
}

async function* addLastSteps(
  database: Database,
  pages: AsyncIterable<readonly ContactItemWithoutCard[]>,
) {
  for await (const items of pages) {
    const rows = items.map((item) => ({ item, id: readApplicationId(item) }));
    const applications = rows.flatMap(({ item, id }) =>
      id === null ? [] : [{ id, isSent: item.stage === 'sent' }],
    );
    const lastStepsById = await readLastSteps(database, applications);
    yield rows.map(({ item, id }) => ({ ...item, lastStep: lastStepsById.get(id ?? '') ?? null }));
  }
}
