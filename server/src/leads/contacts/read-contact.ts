import { APPLICATION_FIELDS, type ApplicationField } from '@funil/contract/application-rules';
import type { ContactItem, StoredAnswer } from '@funil/contract/console/contacts';
import type { Database } from '../../store/database.ts';
import { readClicks } from '../leads.ts';
import { judgeRows, toTraits } from '../people/same-person.ts';
import { type ContactRef, parseSubject, subjectOf } from './contact-ref.ts';
import { readContactRows } from './contact-rows.ts';
import {
  type Followup,
  findContact,
  findContactsByKeys,
  type ItemOptions,
  readContactItems,
  readFollowups,
} from './read-contacts.ts';

/** Most rows of one person that are shown. */
const MAX_PERSON_ROWS = 100;

/** All that is stored of a lead or an application. */
export interface ContactFacts {
  readonly item: ContactItem;
  readonly answers: readonly StoredAnswer[];
  readonly term: string;
  readonly followup: Followup | null;
  /** Rows of the same person, the newest first. */
  readonly person: readonly ContactItem[];
  /** Rows with one of the contacts that may be another person's. */
  readonly apart: readonly ContactItem[];
  readonly personRefs: readonly ContactRef[];
}

/** Null: it is not there, or not yet in the lists. */
export async function readContact(
  database: Database,
  ref: ContactRef,
  parts: ItemOptions,
): Promise<ContactFacts | null> {
  const listed = await findContact(database, ref);
  if (listed === null) return null;
  const person = await findContactsByKeys(database, listed, MAX_PERSON_ROWS);
  const name = subjectOf(ref);
  const [item, ...items] = await readContactItems(database, [listed, ...person], parts);
  if (item?.subject !== name) return null;
  const verdicts = judgeRows(traitsOf(item), items.map(traitsOf));
  const same = items.filter(({ subject }, index) => subject === name || verdicts[index]?.isSame);
  const rows = await readContactRows(database, [ref]);
  const followups = await readFollowups(database, [name]);
  return {
    item,
    answers: await readAnswers(database, ref),
    term: rows.get(name)?.origin.utm_term ?? '',
    followup: followups.get(name) ?? null,
    person: same,
    apart: items.filter((one) => !same.includes(one)),
    personRefs: same.flatMap(({ subject }) => parseSubject(subject) ?? []),
  };
}

const traitsOf = ({ name, phone, email }: ContactItem) =>
  toTraits({ names: [name], phones: [phone], emails: [email] });

const JOURNEY_COLUMNS = [
  'origem_timestamp',
  'tempo_jornada_segundos',
  'paginas_visitadas',
] as const;
const LEAD_ANSWERS = [...JOURNEY_COLUMNS, 'botoes_clicados'] as const;
/** The row of the list has the others. */
const isAnswer = (field: ApplicationField) => !['nome', 'email', 'whatsapp'].includes(field);
const APPLICATION_ANSWERS = [...APPLICATION_FIELDS.filter(isAnswer), ...JOURNEY_COLUMNS];

async function readAnswers(database: Database, ref: ContactRef): Promise<StoredAnswer[]> {
  if (ref.kind === 'lead') {
    const lead = await database
      .selectFrom('leads')
      .select(LEAD_ANSWERS)
      .where('id', '=', ref.leadId)
      .executeTakeFirst();
    if (!lead) return [];
    const clicks = readClicks(lead.botoes_clicados).map(({ botao }) => botao);
    return toAnswers({ ...lead, botoes_clicados: clicks.join(', ') });
  }
  const sent = await database
    .selectFrom('newest_applications')
    .select(APPLICATION_ANSWERS)
    .where('id', '=', ref.applicationId)
    .executeTakeFirst();
  if (sent) return toAnswers(sent);
  const draft = await database
    .selectFrom('newest_application_drafts')
    .select('instagram')
    .where('id', '=', ref.applicationId)
    .executeTakeFirst();
  return draft ? toAnswers(draft) : [];
}

const toAnswers = (row: Readonly<Record<string, string | number>>): StoredAnswer[] =>
  Object.entries(row).flatMap(([field, value]) =>
    value === '' ? [] : [{ field, value: String(value) }],
  );
