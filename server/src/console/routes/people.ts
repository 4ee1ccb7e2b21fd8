import { CONTACT_STAFF, MANAGEMENT } from '@funil/contract/operators/roles';
import {
  chosenRowsSchema,
  newRequestSchema,
  peopleSearchSchema,
  requestChangeSchema,
  requestsQuerySchema,
} from '@funil/contract/people/people';
import { storableText } from '@funil/contract/text';
import * as z from 'zod/mini';
import { parseContactKeys } from '../../contacts/contact-ref.ts';
import { findPersonEverywhere, type PersonMatches } from '../../erasure/person-erasure.ts';
import { findPersonByKey, findPersonSales, noticeKey } from '../../erasure/person-rows.ts';
import { exportNotices, exportRows } from '../../people/export-person.ts';
import {
  addRequest,
  changeRequest,
  findRequest,
  listRequests,
} from '../../people/privacy-requests.ts';
import { listPersons } from '../../people/search-people.ts';
import { readTimeline } from '../../people/timeline.ts';
import { toItemsWithoutPersonCards } from '../../sales/sale-items.ts';
import { conflictRefusal, invalidRefusal, notFound, RouteRefusal } from '../route-refusal.ts';
import { seesMoney } from './access.ts';
import {
  type AddRoute,
  makeItemOptions,
  numericIdParams,
  type RouteDependencies,
} from './data-route.ts';
import { describeTimeline } from './timeline-text.ts';

const params = z.strictObject({ key: storableText(400) });

const MAX_LISTED_PERSONS = 50;

export function addPeopleRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const { database } = deps;
  const rule = { roles: CONTACT_STAFF, body: peopleSearchSchema };
  addRoute('POST people/search', rule, async ({ body: { q }, operator, audit }) => {
    await audit('people.listed');
    const withBuyers = seesMoney(operator.role);
    const persons = await listPersons(database, {
      q,
      withBuyers,
      ...makeItemOptions(deps, operator),
    });
    return { items: persons.slice(0, MAX_LISTED_PERSONS) };
  });
  addRoute('GET people/:key/rows', { roles: MANAGEMENT, params }, async (call) => {
    const { key } = call.params;
    const personQuery = await findPersonByKey(database, key);
    if (personQuery === null) return notFound();
    await call.audit('person.viewed', { kind: 'person', key });
    const { rows } = await findPersonEverywhere(deps, personQuery);
    return { items: rows };
  });
  addExportRoutes(addRoute, deps);
  addErasureRoutes(addRoute, deps);
  addRequestRoutes(addRoute, deps);
}

const LIST_CHANGED_MESSAGE = 'A lista mudou desde que foi aberta. Confira de novo o que escolher.';

function checkChosenRows(
  matches: PersonMatches,
  chosen: readonly string[],
): ReadonlySet<string> | RouteRefusal {
  const knownKeys = new Set(matches.rows.map(({ key }) => key));
  return chosen.every((key) => knownKeys.has(key))
    ? new Set(chosen)
    : invalidRefusal('rows', LIST_CHANGED_MESSAGE);
}

function addExportRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const { database } = deps;
  const rule = { roles: MANAGEMENT, params, body: chosenRowsSchema };
  addRoute('POST people/:key/export', rule, async (call) => {
    const { key } = call.params;
    const personQuery = await findPersonByKey(database, key);
    if (personQuery === null) return notFound();
    const matches = await findPersonEverywhere(deps, personQuery);
    const keys = checkChosenRows(matches, call.body.rows);
    if (keys instanceof RouteRefusal) return keys;
    await call.audit('person.exported', { kind: 'person', key });
    call.reply.header('content-disposition', 'attachment; filename="pessoa.json"');
    const notices = matches.notices.filter((id) => keys.has(noticeKey(id)));
    const refs = parseContactKeys(keys);
    return {
      ...(await exportRows(database, refs)),
      sales: await toItemsWithoutPersonCards(database, await findPersonSales(database, keys)),
      notices: await exportNotices(database, notices),
      timeline: describeTimeline(await readTimeline(database, refs), call.operator.role),
    };
  });
}

function addErasureRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const { database, longTasks } = deps;
  const rule = { roles: MANAGEMENT, params, body: chosenRowsSchema };
  addRoute('POST people/:key/erase', rule, async ({ params: { key }, body: { rows }, audit }) => {
    const personQuery = await findPersonByKey(database, key);
    if (personQuery === null) return notFound();
    const keys = checkChosenRows(await findPersonEverywhere(deps, personQuery), rows);
    if (keys instanceof RouteRefusal) return keys;
    await audit('person.erased', { kind: 'person', key });
    return { erased: await longTasks.eraseRows({ personQuery, rows }) };
  });
}

function addRequestRoutes(addRoute: AddRoute, { database, now }: RouteDependencies) {
  addRoute('GET requests', { roles: MANAGEMENT, query: requestsQuerySchema }, async (call) => {
    await call.audit('requests.listed');
    const { after = null, limit, open } = call.query;
    return listRequests(database, { beforeId: after, limit, areOpen: open === '1' });
  });
  addRoute('POST requests', { roles: MANAGEMENT, body: newRequestSchema }, async (call) => {
    const { body } = call;
    const newRequest = await addRequest(database, body, now());
    await call.audit('request.added', { kind: 'request', key: String(newRequest.id) });
    call.reply.code(201);
    return newRequest;
  });
  const rule = { roles: MANAGEMENT, params: numericIdParams, body: requestChangeSchema };
  addRoute('PATCH requests/:id', rule, async ({ params: { id }, body, operator, audit }) => {
    const change = { id: Number(id), done_by: operator.email, now: now() };
    const request = await changeRequest(database, body, change);
    const storedRequest = request ?? (await findRequest(database, Number(id)));
    if (storedRequest === null) return notFound();
    await audit(request ? 'request.changed' : 'request.viewed', { kind: 'request', key: id });
    return request ?? conflictRefusal(storedRequest);
  });
}
