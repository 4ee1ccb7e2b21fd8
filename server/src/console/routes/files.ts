import { Readable } from 'node:stream';
import {
  applicationsFileSchema,
  type ContactItem,
  leadsFileSchema,
} from '@funil/contract/console/contacts';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { readLastSteps } from '../../leads/applications.ts';
import type { ContactFilter } from '../../leads/contacts/contact-filter.ts';
import { listAllContacts } from '../../leads/contacts/list-contacts.ts';
import { csvHead, csvLines } from '../../output/csv.ts';
import { CONTACTS_CSV } from '../../output/people-csv.ts';
import type { Database } from '../../store/database.ts';
import { createSlices } from '../slices.ts';
import { addRoute, type DataCall, type DataParts, itemParts } from './data-route.ts';
import { readFilter } from './list-route.ts';

const FILES = {
  leads: { kind: 'lead', query: leadsFileSchema, name: 'leads.csv' },
  applications: { kind: 'application', query: applicationsFileSchema, name: 'aplicacoes.csv' },
} as const;

/**
 * `GET leads.csv`, `GET applications.csv`: all that a filter finds, a page in memory at a time and no
 * transaction between two, however slowly it is read.
 */
export function addFileRoutes(app: FastifyInstance, parts: DataParts) {
  const readSlice = createSlices();
  for (const list of ['leads', 'applications'] as const) {
    const { kind, query, name } = FILES[list];
    const answer = async (asked: Asked, call: Call) => {
      const filter = readFilter(kind, asked);
      if ('refusal' in filter) return filter.refusal;
      await call.audit(`${list}.exported`);
      call.reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`);
      return Readable.from(write(parts, { filter, readSlice }), { highWaterMark: 1 });
    };
    addRoute([app, parts], `GET ${list}.csv`, { query }, (call) => answer(call.query, call));
    // What is searched for does not stand in an address.
    addRoute([app, parts], `POST ${list}.csv`, { body: query }, (call) => answer(call.body, call));
  }
}

type Asked = z.infer<typeof leadsFileSchema | typeof applicationsFileSchema>;
type Call = Pick<DataCall<unknown, unknown, unknown>, 'audit' | 'reply'>;

interface Written {
  readonly filter: ContactFilter;
  readonly readSlice: ReturnType<typeof createSlices>;
}

async function* write(parts: DataParts, { filter, readSlice }: Written) {
  const { columns, toCells } = CONTACTS_CSV;
  yield csvHead(columns);
  const pages = listAllContacts(parts.database, { filter, ...itemParts(parts) });
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
  const idOf = ({ subject }: ContactItem) => subject.slice(APPLICATION_PREFIX.length);
  const applications = items
    .filter(({ subject }) => subject.startsWith(APPLICATION_PREFIX))
    .map((item) => ({ id: idOf(item), isSent: item.stage === 'sent' }));
  const lastSteps = await readLastSteps(database, applications);
  return items.map((item) => ({ ...item, lastStep: lastSteps.get(idOf(item)) ?? null }));
}
