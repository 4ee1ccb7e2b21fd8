import { Readable } from 'node:stream';
import {
  applicationsFileSchema,
  leadsFileSchema,
  type SubjectItem,
} from '@funil/contract/console/subjects';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { listAllSubjects } from '../../leads/contacts/list-subjects.ts';
import type { SubjectFilter } from '../../leads/contacts/subject-filter.ts';
import { type Cell, csvHead, csvLines } from '../../output/csv.ts';
import { toLocalTime } from '../../output/local-time.ts';
import { createSlices } from '../slices.ts';
import { addRoute, type DataCall, type DataParts, itemParts } from './data-route.ts';
import { readFilter } from './list-route.ts';
import { STATE_WORDS } from './timeline-text.ts';

const FILES = {
  leads: { kind: 'lead', query: leadsFileSchema, name: 'leads.csv' },
  applications: { kind: 'application', query: applicationsFileSchema, name: 'aplicacoes.csv' },
} as const;

const COLUMNS = [
  'id',
  'created_at',
  'nome',
  'telefone',
  'email',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'situacao',
  'etapa',
  'prazo',
  'pago',
  'suspect',
];

const STAGE_WORDS = { started: 'começada', abandoned: 'abandonada', sent: 'enviada' };

const toCells = (item: SubjectItem): Record<string, Cell> => ({
  id: item.subject,
  created_at: toLocalTime(item.created_at),
  nome: item.name,
  telefone: item.phone,
  email: item.email,
  utm_source: item.source,
  utm_medium: item.medium,
  utm_campaign: item.campaign,
  utm_content: item.content,
  situacao: STATE_WORDS[item.state],
  etapa: item.stage && STAGE_WORDS[item.stage],
  prazo: item.due_at && toLocalTime(item.due_at),
  pago: item.paid ? 'sim' : '',
  suspect: item.suspect,
});

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
  readonly filter: SubjectFilter;
  readonly readSlice: ReturnType<typeof createSlices>;
}

async function* write(parts: DataParts, { filter, readSlice }: Written) {
  yield csvHead(COLUMNS);
  const pages = listAllSubjects(parts.database, { filter, ...itemParts(parts) });
  for (;;) {
    const lines = await readSlice(async () => {
      const page = await pages.next();
      return page.done ? null : csvLines(COLUMNS, page.value.map(toCells));
    });
    if (lines === null) return;
    if (lines !== '') yield lines;
  }
}
