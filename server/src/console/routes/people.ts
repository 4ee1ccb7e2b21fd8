import {
  chosenRowsSchema,
  type ErasedAnswer,
  newRequestSchema,
  type PersonDetail,
  type PersonRow,
  type PersonRowsAnswer,
  peopleQuerySchema,
  requestChangeSchema,
  requestsQuerySchema,
} from '@funil/contract/console/people';
import type { Role } from '@funil/contract/console/roles';
import { storableText } from '@funil/contract/text';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { findKept, type Kept, sameRows } from '../../deliveries/forget-person.ts';
import { parseSubject } from '../../leads/contacts/contact-ref.ts';
import { readContactItems } from '../../leads/contacts/read-contacts.ts';
import { exportNotices, exportRows } from '../../leads/people/export-person.ts';
import {
  findPersonByKey,
  findPersonContacts,
  findPersonRows,
  findPersonSales,
  noticeKey,
  type PersonQuery,
  refsOf,
} from '../../leads/people/person-rows.ts';
import {
  addRequest,
  changeRequest,
  findRequest,
  listRequests,
} from '../../leads/people/privacy-requests.ts';
import { distinct, findPersons } from '../../leads/people/search-people.ts';
import { readTimeline } from '../../leads/timeline/timeline.ts';
import { toSaleItems } from '../../sales/sale-items.ts';
import { seesMoney } from './access.ts';
import {
  addRoute,
  changed,
  type DataCall,
  type DataParts,
  invalid,
  itemParts,
  notFound,
  numbered,
  Refusal,
} from './data-route.ts';
import { addSearchRoute } from './list-route.ts';
import { describeTimeline } from './timeline-text.ts';

const named = z.strictObject({ key: storableText(400) });

/** Persons and what the law gives them: found, shown, exported, erased; and what they ask for. */
export function addPeopleRoutes(app: FastifyInstance, parts: DataParts) {
  const { database } = parts;
  addSearchRoute([app, parts], 'people', peopleQuerySchema, async (query, call) => {
    if (query.after !== undefined) return invalid('after');
    await call.audit('people.listed');
    const withBuyers = seesMoney(call.operator.role);
    const persons = await findPersons(database, { q: query.q, withBuyers, ...itemParts(parts) });
    return { items: persons.slice(0, query.limit), next: null };
  });
  addRoute(
    [app, parts],
    'GET people/:key',
    { params: named },
    async ({ params, operator, audit }) => {
      const asked = await findPersonByKey(database, params.key);
      const isHidden = params.key.startsWith('sale:') && !seesMoney(operator.role);
      if (asked === null || isHidden) return notFound();
      await audit('person.viewed', { kind: 'person', key: params.key });
      const { rows } = await findPersonRows(database, asked);
      return readPerson(parts, params.key, { asked, rows, role: operator.role });
    },
  );
  addRoute([app, parts], 'GET people/:key/rows', { params: named }, async ({ params, audit }) => {
    const asked = await findPersonByKey(database, params.key);
    if (asked === null) return notFound();
    await audit('person.viewed', { kind: 'person', key: params.key });
    const { rows } = await findKept(parts, asked);
    return { items: rows } satisfies PersonRowsAnswer;
  });
  addExportRoutes(app, parts);
  addErasureRoutes(app, parts);
  addRequestRoutes(app, parts);
}

const LIST_CHANGED = 'A lista mudou desde que foi aberta. Confira de novo o que escolher.';

/** The keys to take: those that are the person's as far as their fields tell, or those that an operator chose. */
function readChoice(kept: Kept, chosen: readonly string[] | null): ReadonlySet<string> | Refusal {
  if (chosen === null) return sameRows(kept);
  const known = new Set(kept.rows.map(({ key }) => key));
  return chosen.every((key) => known.has(key)) ? new Set(chosen) : invalid('rows', LIST_CHANGED);
}

/** Without chosen rows: those that are the person's as far as their fields tell. */
function addExportRoutes(app: FastifyInstance, parts: DataParts) {
  const { database } = parts;
  const answer = async (key: string, chosen: readonly string[] | null, call: ExportCall) => {
    const asked = await findPersonByKey(database, key);
    if (asked === null) return notFound();
    const kept = await findKept(parts, asked);
    const keys = readChoice(kept, chosen);
    if (keys instanceof Refusal) return keys;
    await call.audit('person.exported', { kind: 'person', key });
    const rows = kept.rows
      .filter((row) => keys.has(row.key))
      .map((row) => ({ ...row, same: true }));
    const { role } = call.operator;
    const { sales, story } = await readPerson(parts, key, { asked, rows, role });
    call.reply.header('content-disposition', 'attachment; filename="pessoa.json"');
    const notices = kept.notices.filter((id) => keys.has(noticeKey(id)));
    return {
      ...(await exportRows(database, refsOf(keys))),
      ...{ sales, notices: await exportNotices(database, notices), story },
    };
  };
  addRoute([app, parts], 'GET people/:key/export', { params: named }, (call) =>
    answer(call.params.key, null, call),
  );
  addRoute(
    [app, parts],
    'POST people/:key/export',
    { params: named, body: chosenRowsSchema },
    (call) => answer(call.params.key, call.body.rows, call),
  );
}

type ExportCall = Pick<DataCall<unknown, unknown, unknown>, 'audit' | 'operator' | 'reply'>;

/** Without chosen rows: those that are the person's as far as their fields tell. */
function addErasureRoutes(app: FastifyInstance, parts: DataParts) {
  const { database, work } = parts;
  const answer = async (
    key: string,
    rows: readonly string[] | null,
    audit: ExportCall['audit'],
  ) => {
    const asked = await findPersonByKey(database, key);
    if (asked === null) return notFound();
    if (rows !== null) {
      const keys = readChoice(await findKept(parts, asked), rows);
      if (keys instanceof Refusal) return keys;
    }
    await audit('person.erased', { kind: 'person', key });
    const erased = await work.forget({ asked, rows });
    return { erased } satisfies ErasedAnswer;
  };
  addRoute([app, parts], 'DELETE people/:key', { params: named }, ({ params, audit }) =>
    answer(params.key, null, audit),
  );
  addRoute(
    [app, parts],
    'POST people/:key/erase',
    { params: named, body: chosenRowsSchema },
    ({ params, body, audit }) => answer(params.key, body.rows, audit),
  );
}

async function readPerson(
  parts: DataParts,
  key: string,
  { asked, rows, role }: { asked: PersonQuery; rows: readonly PersonRow[]; role: Role },
): Promise<PersonDetail> {
  const { database } = parts;
  const isOfForm = ({ kind }: PersonRow) => kind === 'lead' || kind === 'application';
  const visible = seesMoney(role) ? rows : rows.filter(isOfForm);
  const keys = visible.filter(({ same }) => same).map((row) => row.key);
  const items = await readContactItems(
    database,
    await findPersonContacts(database, keys),
    itemParts(parts),
  );
  const sales = await toSaleItems(database, await findPersonSales(database, keys));
  const story = await readTimeline(
    database,
    items.flatMap(({ subject }) => parseSubject(subject) ?? []),
  );
  const moments = [
    ...items.map(({ created_at }) => created_at),
    ...sales.map(({ begun_at }) => begun_at),
  ];
  return {
    ...{ key, name: items[0]?.name ?? asked.name, rows: items.length + sales.length },
    phones: distinct([...items.map(({ phone }) => phone), asked.person.phone]),
    emails: distinct([...items.map(({ email }) => email), asked.person.email]),
    newest_at: moments.toSorted().at(-1) ?? '',
    items,
    sales,
    apart: visible.filter(({ same }) => !same),
    story: describeTimeline(story, role),
  };
}

function addRequestRoutes(app: FastifyInstance, parts: DataParts) {
  const { database, now } = parts;
  addRoute([app, parts], 'GET requests', { query: requestsQuerySchema }, async (call) => {
    const { after, limit, open } = call.query;
    const last = after === undefined ? null : Number(after);
    if (last !== null && !Number.isSafeInteger(last)) return invalid('after');
    await call.audit('requests.listed');
    return listRequests(database, { last, limit, areOpen: open === '1' });
  });
  addRoute(
    [app, parts],
    'POST requests',
    { body: newRequestSchema },
    async ({ body, reply, audit }) => {
      const added = await addRequest(database, body, now());
      await audit('request.added', { kind: 'request', key: String(added.id) });
      reply.code(201);
      return added;
    },
  );
  addRoute(
    [app, parts],
    'PATCH requests/:id',
    { params: numbered, body: requestChangeSchema },
    async ({ params, body, operator, audit }) => {
      const of = { id: Number(params.id), by: operator.email, now: now() };
      const request = await changeRequest(database, body, of);
      if (request) {
        await audit('request.changed', { kind: 'request', key: params.id });
        return request;
      }
      const current = await findRequest(database, of.id);
      if (current === null) return notFound();
      await audit('request.viewed', { kind: 'request', key: params.id });
      return changed(current);
    },
  );
}
