import {
  contactChangeSchema,
  contactKeySchema,
  contactsFilterSchema,
  contactsQuerySchema,
  openedConversationSchema,
  type StateChangeResult,
  stateChangesSchema,
} from '@funil/contract/contacts/contacts';
import { CONTACT_STAFF } from '@funil/contract/operators/roles';
import { publishedQuestions } from '@funil/contract/site/site-info';
import * as z from 'zod/mini';
import { readContactDetail } from '../../contacts/contact-detail.ts';
import { type ContactRef, parseContactKey } from '../../contacts/contact-ref.ts';
import { changeFollowup, recordMessage, removeNote } from '../../contacts/followups.ts';
import { countContactChoices, readContactGroups } from '../../contacts/list/contact-choices.ts';
import { readContactItem } from '../../contacts/list/contact-items.ts';
import { CONTACT_CURSOR, listContacts } from '../../contacts/list/contact-pages.ts';
import { markAsPerson } from '../../contacts/robot-marks.ts';
import { findTemplate } from '../../contacts/templates.ts';
import { findAccount } from '../../operators/accounts.ts';
import type { Operator } from '../../operators/sign-in/authenticate.ts';
import { readTimeline } from '../../people/timeline.ts';
import type { Database } from '../../store/database.ts';
import { FILTER_CHOICES_KEPT_MS, shareResults } from '../long-tasks.ts';
import { conflictRefusal, invalidRefusal, notFound, RouteRefusal } from '../route-refusal.ts';
import { seesAllContacts } from './access.ts';
import {
  type AddRoute,
  type DataCall,
  makeItemOptions,
  numericIdParams,
  type RouteDependencies,
} from './data-route.ts';
import { readContactFilter } from './read-filters.ts';
import { describeTimeline } from './timeline-text.ts';

const CONTACT_KINDS = { leads: 'lead', applications: 'application' } as const;
type ListName = keyof typeof CONTACT_KINDS;
const contactParams = z.strictObject({ id: z.string() });

export function addContactRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  for (const list of ['leads', 'applications'] as const) {
    addListRoutes(addRoute, deps, list);
    addDetailRoute(addRoute, deps, list);
  }
  addFollowupRoutes(addRoute, deps);
  addNoteRoutes(addRoute, deps);
}

function addListRoutes(addRoute: AddRoute, deps: RouteDependencies, listName: ListName) {
  const { database } = deps;
  const kind = CONTACT_KINDS[listName];
  const readGroups = shareResults(
    (filterWithoutFacets: Parameters<typeof readContactGroups>[1]) =>
      readContactGroups(database, filterWithoutFacets, deps.now()),
    { keptMs: FILTER_CHOICES_KEPT_MS },
  );
  const search = async (
    { after, limit, sort, ...filters }: z.infer<typeof contactsQuerySchema>,
    call: DataCall,
  ) => {
    const filter = await readContactFilter({ database, kind, operator: call.operator }, filters);
    if (filter instanceof RouteRefusal) return filter;
    const position = CONTACT_CURSOR.parse(after);
    if (position === 'invalid') return invalidRefusal('after');
    await call.audit(`${listName}.listed`);
    return listContacts(database, {
      filter,
      after: position,
      limit,
      sort,
      ...makeItemOptions(deps, call.operator),
    });
  };
  addRoute(`GET ${listName}`, { roles: CONTACT_STAFF, query: contactsQuerySchema }, (call) =>
    search(call.query, call),
  );
  // A search is sent by POST, because proxies log URLs, and a search contains a person's name or number.
  addRoute(`POST ${listName}/search`, { roles: CONTACT_STAFF, body: contactsQuerySchema }, (call) =>
    search(call.body, call),
  );
  addRoute(
    `POST ${listName}/choices`,
    { roles: CONTACT_STAFF, body: contactsFilterSchema },
    async ({ body, operator }) => {
      const filter = await readContactFilter({ database, kind, operator }, body);
      if (filter instanceof RouteRefusal) return filter;
      const { state, source, medium, campaign, content, ...filterWithoutFacets } = filter;
      const groups = await readGroups(filterWithoutFacets);
      return countContactChoices(groups, filter);
    },
  );
}

function addDetailRoute(addRoute: AddRoute, deps: RouteDependencies, listName: ListName) {
  const { database } = deps;
  const kind = CONTACT_KINDS[listName];
  addRoute(`GET ${listName}/:id`, { roles: CONTACT_STAFF, params: contactParams }, async (call) => {
    const { operator } = call;
    const { id } = call.params;
    const ref = parseContactKey(`${kind}:${id}`);
    const published = publishedQuestions(deps.site());
    const options = { ...makeItemOptions(deps, operator), published };
    const detail = ref && (await readContactDetail(database, ref, options));
    if (!detail) return notFound();
    await call.audit(`${kind}.viewed`, { kind, key: id });
    const { item, answers, utmTerm, followup, notes, rows, personRefs } = detail;
    const timeline = await readTimeline(database, personRefs);
    return {
      ...item,
      answers,
      term: utmTerm,
      rows,
      notes,
      note: notes[0]?.text ?? '',
      changed_by: followup?.changed_by ?? null,
      changed_at: followup?.changed_at ?? null,
      timeline: describeTimeline(timeline, operator.role),
    };
  });
}

const subjectParams = z.strictObject({ subject: contactKeySchema });
/** A conflict is audited as a view, because the operator then sees the current contact. */
const AUDIT_ACTIONS = { done: 'changed', conflict: 'viewed' } as const;

const readVisibleItem = (deps: RouteDependencies, ref: ContactRef, operator: Operator) =>
  readContactItem(deps.database, ref, makeItemOptions(deps, operator));

async function findVisibleRef(deps: RouteDependencies, contactKey: string, operator: Operator) {
  const ref = parseContactKey(contactKey);
  return ref && (await readVisibleItem(deps, ref, operator)) ? ref : null;
}

const toAudited = (ref: ContactRef) => ({
  kind: ref.kind,
  key: ref.kind === 'lead' ? String(ref.leadId) : ref.applicationId,
});

function addFollowupRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const { database } = deps;
  const changeOptions = {
    roles: CONTACT_STAFF,
    params: subjectParams,
    body: contactChangeSchema,
  };
  addRoute('PATCH subjects/:subject', changeOptions, async ({ params, body, operator, audit }) => {
    const ref = await findVisibleRef(deps, params.subject, operator);
    if (!ref) return notFound();
    const refusal = await checkNewOwner(database, body.owner, operator);
    if (refusal) return refusal;
    const change = { ...body, ref, changed_by: operator.email, now: deps.now() };
    const outcome = await changeFollowup(database, change);
    await audit(`${ref.kind}.${AUDIT_ACTIONS[outcome]}`, toAudited(ref));
    const item = await readVisibleItem(deps, ref, operator);
    if (item === null) return notFound();
    return outcome === 'done' ? item : conflictRefusal(item);
  });
  const personOptions = { roles: CONTACT_STAFF, params: subjectParams };
  addRoute('POST subjects/:subject/person', personOptions, async ({ params, operator, audit }) => {
    const ref = await findVisibleRef(deps, params.subject, operator);
    if (!ref) return notFound();
    await database.transaction().execute((transaction) => markAsPerson(transaction, ref));
    await audit(`${ref.kind}.is-person`, toAudited(ref));
    return (await readVisibleItem(deps, ref, operator)) ?? notFound();
  });
  addRoute(
    'POST subjects/state',
    { roles: CONTACT_STAFF, body: stateChangesSchema },
    async (call) => {
      const { items, state } = call.body;
      const results: StateChangeResult[] = [];
      for (const { subject, version } of items) {
        const ref = await findVisibleRef(deps, subject, call.operator);
        if (!ref) {
          results.push({ subject, ok: false, code: 'not_found', current: null });
          continue;
        }
        const { email: changed_by } = call.operator;
        const change = { ref, version, state, changed_by, now: deps.now() };
        const outcome = await changeFollowup(database, change);
        await call.audit(`${ref.kind}.${AUDIT_ACTIONS[outcome]}`, toAudited(ref));
        const item = await readVisibleItem(deps, ref, call.operator);
        results.push(
          outcome === 'done' && item
            ? { subject, ok: true, item }
            : { subject, ok: false, code: item ? 'changed' : 'not_found', current: item },
        );
      }
      return { results };
    },
  );
}

function addNoteRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const { database } = deps;
  const noteOptions = {
    roles: CONTACT_STAFF,
    params: z.strictObject({ subject: contactKeySchema, ...numericIdParams.shape }),
  };
  addRoute(
    'DELETE subjects/:subject/notes/:id',
    noteOptions,
    async ({ params, operator, audit }) => {
      const ref = await findVisibleRef(deps, params.subject, operator);
      if (!ref) return notFound();
      const { email: changed_by, role } = operator;
      const note = { ref, id: Number(params.id), changed_by, now: deps.now() };
      const writtenBy = seesAllContacts(role) ? null : changed_by;
      if (!(await removeNote(database, { ...note, writtenBy }))) return notFound();
      await audit(`${ref.kind}.changed`, toAudited(ref));
      return undefined;
    },
  );
  const messageOptions = {
    roles: CONTACT_STAFF,
    params: subjectParams,
    body: openedConversationSchema,
  };
  addRoute('POST subjects/:subject/messages', messageOptions, async (call) => {
    const ref = await findVisibleRef(deps, call.params.subject, call.operator);
    if (!ref) return notFound();
    const { template: templateId } = call.body;
    const template = templateId === null ? null : await findTemplate(database, templateId);
    if (templateId !== null && template === null) return invalidRefusal('template');
    const message = { ref, changed_by: call.operator.email, now: deps.now() };
    await recordMessage(database, { ...message, template: template?.name ?? '' });
    await call.audit(`${ref.kind}.messaged`, toAudited(ref));
    return undefined;
  });
}

/** Returns a refusal if the operator may not set this owner; undefined: the owner does not change. */
async function checkNewOwner(
  database: Database,
  owner: string | null | undefined,
  { email, role }: Operator,
): Promise<RouteRefusal | null> {
  if (owner === undefined) return null;
  if (!seesAllContacts(role)) {
    const isOwn = owner === null || owner === email;
    return isOwn ? null : invalidRefusal('owner', 'Só gestores passam uma pessoa para outra.');
  }
  const account = owner === null ? null : await findAccount(database, owner);
  const isKnown = owner === null || (account !== null && CONTACT_STAFF.includes(account.role));
  return isKnown ? null : invalidRefusal('owner', 'Esta pessoa não tem mais acesso ao painel.');
}
