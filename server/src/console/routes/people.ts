import {
  type ErasedAnswer,
  newRequestSchema,
  type PersonDetail,
  peopleQuerySchema,
  requestChangeSchema,
  requestsQuerySchema,
} from '@funil/contract/console/people';
import type { Role } from '@funil/contract/console/roles';
import { storableText } from '@funil/contract/text';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  addRequest,
  changeRequest,
  findRequest,
  listRequests,
} from '../../records/lgpd-requests.ts';
import { exportRows } from '../../records/persons/export-person.ts';
import { distinct, findPersons } from '../../records/persons/find-persons.ts';
import { findKeyed, type Keyed } from '../../records/persons/person-key.ts';
import { findLines, findPersonSales } from '../../records/persons/read-person.ts';
import { toSaleItems } from '../../records/sales-lists/sale-items.ts';
import { readStory } from '../../records/story/read-story.ts';
import { type ListedSubject, readItems } from '../../records/subjects/read-items.ts';
import { addRoute, changed, invalid, notFound, numbered } from './data-route.ts';
import { seesMoney } from './hide-money.ts';
import { type DataParts, itemParts } from './parts.ts';
import { tellStory } from './story-text.ts';

const named = z.strictObject({ key: storableText(400) });

const UNFINISHED =
  'A busca não chegou ao fim: há gente demais com esses nomes. Procure pelo telefone ou e-mail inteiro.';

/** Persons and what the law gives them: found, shown, exported, erased; and what they ask for. */
export function addPeopleRoutes(app: FastifyInstance, parts: DataParts) {
  const { database, work } = parts;
  addRoute([app, parts], 'GET people', { query: peopleQuerySchema }, async (call) => {
    const { query, reply } = call;
    if (query.after !== undefined) return invalid('after');
    await call.audit('people.listed');
    const isWanted = () => !reply.raw.destroyed;
    const withBuyers = seesMoney(call.operator.role);
    const wanted = { q: query.q, isWanted, withBuyers, ...itemParts(parts) };
    const { persons, isWhole } = await findPersons(database, wanted);
    // “Nobody” is what a person who asks by law is answered.
    if (!isWhole) return invalid('q', UNFINISHED);
    return { items: persons.slice(0, query.limit), next: null };
  });
  addRoute(
    [app, parts],
    'GET people/:key',
    { params: named },
    async ({ params, operator, audit }) => {
      const keyed = await findKeyed(database, params.key);
      const isHidden = params.key.startsWith('sale:') && !seesMoney(operator.role);
      if (keyed === null || isHidden) return notFound();
      await audit('person.viewed', { kind: 'person', key: params.key });
      const lines = await findLines(database, keyed.person);
      return readPerson(parts, params.key, { ...keyed, lines, role: operator.role });
    },
  );
  addRoute(
    [app, parts],
    'GET people/:key/export',
    { params: named },
    async ({ params, operator, reply, audit }) => {
      const keyed = await findKeyed(database, params.key);
      if (keyed === null) return notFound();
      await audit('person.exported', { kind: 'person', key: params.key });
      const lines = await findLines(database, keyed.person);
      const { sales, story } = await readPerson(parts, params.key, {
        ...{ ...keyed, lines, role: operator.role },
      });
      reply.header('content-disposition', 'attachment; filename="pessoa.json"');
      return { ...(await exportRows(database, lines)), sales, story };
    },
  );
  addRoute([app, parts], 'DELETE people/:key', { params: named }, async ({ params, audit }) => {
    const keyed = await findKeyed(database, params.key);
    if (keyed === null) return notFound();
    await audit('person.erased', { kind: 'person', key: params.key });
    const erased = await work.forget(keyed.person);
    return { erased } satisfies ErasedAnswer;
  });
  addRequestRoutes(app, parts);
}

async function readPerson(
  parts: DataParts,
  key: string,
  {
    person,
    name,
    lines,
    role,
  }: Keyed & {
    readonly lines: readonly ListedSubject[];
    readonly role: Role;
  },
): Promise<PersonDetail> {
  const { database } = parts;
  const items = await readItems(database, lines, itemParts(parts));
  const rows = seesMoney(role) ? await findPersonSales(database, person, lines) : [];
  const sales = await toSaleItems(database, rows);
  const story = await readStory(
    database,
    lines.map(({ ref }) => ref),
  );
  const moments = [
    ...items.map(({ created_at }) => created_at),
    ...sales.map(({ begun_at }) => begun_at),
  ];
  return {
    ...{ key, name: items[0]?.name ?? name, rows: items.length + sales.length },
    phones: distinct([...items.map(({ phone }) => phone), person.phone]),
    emails: distinct([...items.map(({ email }) => email), person.email]),
    newest_at: moments.toSorted().at(-1) ?? '',
    items,
    sales,
    story: tellStory(story, role),
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
