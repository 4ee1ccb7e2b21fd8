import { Readable } from 'node:stream';
import {
  applicationsFileSchema,
  type ContactItem,
  leadsFileSchema,
} from '@funil/contract/console/contacts';
import type * as z from 'zod/mini';
import { readLastSteps } from '../../leads/applications.ts';
import type { ContactFilter } from '../../leads/contacts/contact-filter.ts';
import { listAllContacts } from '../../leads/contacts/list-contacts.ts';
import { csvHead, csvLines } from '../../output/csv.ts';
import { CONTACTS_CSV } from '../../output/people-csv.ts';
import type { Database } from '../../store/database.ts';
import { createSlices } from '../slices.ts';
import {
  type AddRoute,
  type DataCall,
  type DataParts,
  itemOptions,
  Refusal,
} from './data-route.ts';
import { readFilter } from './search-route.ts';

const FILES = {
  leads: { kind: 'lead', query: leadsFileSchema, name: 'leads.csv' },
  applications: { kind: 'application', query: applicationsFileSchema, name: 'aplicacoes.csv' },
} as const;

type Query = z.infer<typeof leadsFileSchema | typeof applicationsFileSchema>;

/**
 * `GET leads.csv`, `GET applications.csv`: all rows of a filter, one page in memory at a time, and no transaction between two
 * pages, because the client may read slowly.
 */
export function addFileRoutes(addRoute: AddRoute, parts: DataParts) {
  const readSlice = createSlices();
  for (const list of ['leads', 'applications'] as const) {
    const { kind, query, name } = FILES[list];
    const handle = async (filters: Query, { audit, reply }: DataCall) => {
      const filter = readFilter(kind, filters);
      if (filter instanceof Refusal) return filter;
      await audit(`${list}.exported`);
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`);
      return Readable.from(writeCsv(parts, filter, readSlice), { highWaterMark: 1 });
    };
    addRoute(`GET ${list}.csv`, { query }, (call) => handle(call.query, call));
    // Proxies log URLs, and a search may be a person's name.
    addRoute(`POST ${list}.csv`, { body: query }, (call) => handle(call.body, call));
  }
}

async function* writeCsv(
  parts: DataParts,
  filter: ContactFilter,
  readSlice: ReturnType<typeof createSlices>,
) {
  const { columns, toCells } = CONTACTS_CSV;
  yield csvHead(columns);
  const pages = listAllContacts(parts.database, { filter, ...itemOptions(parts) });
  for (;;) {
    const lines = await readSlice(async () => {
      const page = await pages.next();
      if (page.done) return null;
      const contacts = await addLastSteps(parts.database, page.value);
      return csvLines(columns, contacts.map(toCells));
    });
    if (lines === null) return;
    if (lines !== '') yield lines;
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
