import {
  applicationsQuerySchema,
  contactChangeSchema,
  type FullContact,
  leadsQuerySchema,
  messageSchema,
  type StateChangeResult,
  stateChangesSchema,
  subjectName,
} from '@funil/contract/console/contacts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { type ContactRef, parseSubject } from '../../leads/contacts/contact-ref.ts';
import { changeFollowup, recordMessage } from '../../leads/contacts/followups.ts';
import { listContacts, parseCursor } from '../../leads/contacts/list-contacts.ts';
import { readContact } from '../../leads/contacts/read-contact.ts';
import { findContact, readContactItems } from '../../leads/contacts/read-contacts.ts';
import { findTemplate } from '../../leads/templates.ts';
import { readTimeline } from '../../leads/timeline/timeline.ts';
import type { ContactKind } from '../../store/console-tables.ts';
import { addRoute, changed, type DataParts, invalid, itemParts, notFound } from './data-route.ts';
import { addSearchRoute, readFilter } from './list-route.ts';
import { describeTimeline } from './timeline-text.ts';

const LISTS = {
  leads: { kind: 'lead', query: leadsQuerySchema },
  applications: { kind: 'application', query: applicationsQuerySchema },
} as const;

/** Lists and details of leads and applications, and what operators note beside them. */
export function addSubjectRoutes(app: FastifyInstance, parts: DataParts) {
  addListRoute(app, parts, 'leads');
  addListRoute(app, parts, 'applications');
  addDetailRoute(app, parts, 'leads');
  addDetailRoute(app, parts, 'applications');
  addChangeRoutes(app, parts);
}

function addListRoute(app: FastifyInstance, parts: DataParts, list: keyof typeof LISTS) {
  const { kind, query } = LISTS[list];
  addSearchRoute([app, parts], list, query, async (asked, call) => {
    const { after, limit, ...filters } = asked;
    const filter = readFilter(kind, filters);
    if ('refusal' in filter) return filter.refusal;
    const place = after === undefined ? null : parseCursor(after);
    if (after !== undefined && place === null) return invalid('after');
    await call.audit(`${list}.listed`);
    return listContacts(parts.database, { filter, after: place, limit, ...itemParts(parts) });
  });
}

const ids = {
  leads: z.strictObject({ id: z.string().check(z.regex(/^[1-9]\d{0,15}$/)) }),
  applications: z.strictObject({
    id: z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  }),
};

function addDetailRoute(app: FastifyInstance, parts: DataParts, list: keyof typeof LISTS) {
  const { kind } = LISTS[list];
  addRoute(
    [app, parts],
    `GET ${list}/:id`,
    { params: ids[list] },
    async ({ params, operator, audit }) => {
      const ref = parseSubject(`${kind}:${params.id}`);
      const facts = ref && (await readContact(parts.database, ref, itemParts(parts)));
      if (!facts) return notFound();
      await audit(`${kind}.viewed`, { kind, key: params.id });
      const { item, answers, term, followup, person, apart, personRefs } = facts;
      const story = await readTimeline(parts.database, personRefs);
      return {
        ...item,
        answers,
        term,
        note: followup?.note ?? '',
        changed_by: followup?.changed_by ?? null,
        changed_at: followup?.changed_at ?? null,
        person,
        apart,
        story: describeTimeline(story, operator.role),
      } satisfies FullContact;
    },
  );
}

const named = z.strictObject({ subject: subjectName });
/** In the audit trail, by what came of a change: who is refused one is shown what stands there now. */
const AUDITED_AS = { done: 'changed', changed: 'viewed' } as const;

function addChangeRoutes(app: FastifyInstance, parts: DataParts) {
  const { database } = parts;
  addRoute(
    [app, parts],
    'PATCH subjects/:subject',
    { params: named, body: contactChangeSchema },
    async ({ params, body, operator, audit }) => {
      const ref = parseSubject(params.subject);
      if (!ref || (await findContact(database, ref)) === null) return notFound();
      const outcome = await changeFollowup(database, {
        ...{ ref, by: operator.email, now: parts.now() },
        ...body,
      });
      await audit(`${ref.kind}.${AUDITED_AS[outcome]}`, auditSubject(ref));
      const item = await readItem(parts, ref);
      return outcome === 'done' ? (item ?? notFound()) : changed(item);
    },
  );
  addRoute(
    [app, parts],
    'POST subjects/state',
    { body: stateChangesSchema },
    async ({ body, operator, audit }) => {
      const results: StateChangeResult[] = [];
      for (const { subject, version } of body.items) {
        const ref = parseSubject(subject);
        const known = ref && (await findContact(database, ref));
        if (!ref || !known) {
          results.push({ subject, ok: false, code: 'not_found', current: null });
          continue;
        }
        const outcome = await changeFollowup(database, {
          ...{ ref, version, state: body.state, by: operator.email, now: parts.now() },
        });
        await audit(`${ref.kind}.${AUDITED_AS[outcome]}`, auditSubject(ref));
        const item = await readItem(parts, ref);
        results.push(
          outcome === 'done' && item
            ? { subject, ok: true, item }
            : { subject, ok: false, code: item ? 'changed' : 'not_found', current: item },
        );
      }
      return { results };
    },
  );
  addRoute(
    [app, parts],
    'POST subjects/:subject/messages',
    { params: named, body: messageSchema },
    async ({ params, body, operator, audit }) => {
      const ref = parseSubject(params.subject);
      if (!ref || (await findContact(database, ref)) === null) return notFound();
      const template = body.template === null ? null : await findTemplate(database, body.template);
      if (body.template !== null && template === null) return invalid('template');
      const told = { ref, by: operator.email, now: parts.now(), template: template?.name ?? '' };
      await recordMessage(database, told);
      await audit(`${ref.kind}.messaged`, auditSubject(ref));
      return undefined;
    },
  );
}

const auditSubject = (ref: ContactRef): { kind: ContactKind; key: string } =>
  ref.kind === 'lead'
    ? { kind: 'lead', key: String(ref.leadId) }
    : { kind: 'application', key: ref.applicationId };

async function readItem(parts: DataParts, ref: ContactRef) {
  const listed = await findContact(parts.database, ref);
  const [item] = listed ? await readContactItems(parts.database, [listed], itemParts(parts)) : [];
  return item ?? null;
}
