import { compareTexts } from '@funil/contract/characters';
import type {
  ContactItem,
  ContactNote,
  FullContact,
  StoredAnswer,
} from '@funil/contract/contacts/contacts';
import { readAnswers } from '@funil/contract/contacts/questions/answers';
import type { Answers } from '@funil/contract/contacts/questions/question';
import type { Database } from '../store/database.ts';
import { ANSWER_COLUMNS } from './applications.ts';
import { type ContactRef, contactKeyOf, parseContactKeys } from './contact-ref.ts';
import { readContactRows } from './contact-rows.ts';
import { OPTIONAL_LEAD_FIELDS, readClicks } from './leads.ts';
import {
  type Followup,
  type ItemOptions,
  readContactItems,
  readFollowups,
  readNotes,
} from './list/contact-items.ts';
import { findListedByKeys, findListedContact } from './list/listed-contacts.ts';
import {
  describeAnswers,
  type KnownQuestions,
  type PublishedQuestions,
  readQuestions,
} from './questions.ts';
import { judgeRows, toTraits } from './same-person.ts';

const MAX_SHOWN_ROWS = 100;

interface ContactDetail {
  readonly item: ContactItem;
  readonly answers: readonly StoredAnswer[];
  readonly utmTerm: string;
  readonly followup: Followup | null;
  readonly notes: readonly ContactNote[];
  readonly rows: FullContact['rows'];
  /** The person's rows, with the contact itself. */
  readonly personRefs: readonly ContactRef[];
}

/** Returns null if the contact does not exist, is not listed yet, was erased, or the operator may not see it. */
export async function readContactDetail(
  database: Database,
  ref: ContactRef,
  { published, ...options }: ItemOptions & { readonly published: PublishedQuestions },
): Promise<ContactDetail | null> {
  const contact = await findListedContact(database, ref);
  if (contact === null) return null;
  const sameKeyContacts = await findListedByKeys(database, [contact], MAX_SHOWN_ROWS);
  const otherContacts = sameKeyContacts.filter(({ number }) => number !== contact.number);
  const subject = contactKeyOf(ref);
  const [item, ...items] = await readContactItems(database, [contact, ...otherContacts], options);
  if (item?.subject !== subject) return null;
  const verdicts = judgeRows(traitsOf(item), items.map(traitsOf));
  const judgedItems = items.map((other, index) => ({
    ...other,
    same: verdicts[index]?.isSame ?? false,
  }));
  const judgedRows = [{ ...item, same: true }, ...judgedItems];
  const samePerson = judgedRows.filter(({ same }) => same);
  const rowsByKey = await readContactRows(database, [ref]);
  const followupsByKey = await readFollowups(database, [subject]);
  return {
    item,
    answers: await listStoredAnswers(database, ref, published),
    utmTerm: rowsByKey.get(subject)?.origin.utm_term ?? '',
    followup: followupsByKey.get(subject) ?? null,
    notes: await readNotes(database, subject),
    rows: judgedRows.toSorted((a, b) => compareTexts(b.created_at, a.created_at)),
    personRefs: parseContactKeys(samePerson.map((row) => row.subject)),
  };
}

const traitsOf = ({ name, phone, email }: ContactItem) =>
  toTraits({ names: [name], phones: [phone], emails: [email] });

const JOURNEY_COLUMNS = [
  'origem_timestamp',
  'tempo_jornada_segundos',
  'paginas_visitadas',
] as const;
const LEAD_ANSWERS = OPTIONAL_LEAD_FIELDS.filter((field) => field !== 'email');

async function listStoredAnswers(
  database: Database,
  ref: ContactRef,
  published: PublishedQuestions,
): Promise<StoredAnswer[]> {
  const questions = await readQuestions(database, published);
  if (ref.kind === 'lead') {
    const lead = await database
      .selectFrom('leads')
      .select([...LEAD_ANSWERS, ...JOURNEY_COLUMNS, 'botoes_clicados', 'respostas'])
      .where('id', '=', ref.leadId)
      .executeTakeFirst();
    if (!lead) return [];
    const { origem_timestamp, tempo_jornada_segundos, paginas_visitadas } = lead;
    const columns = LEAD_ANSWERS.map((field) => [field, lead[field] ?? '']);
    const clicks = readClicks(lead.botoes_clicados).map(({ botao }) => botao);
    return [
      ...toAnswers(questions, { ...Object.fromEntries(columns), ...readAnswers(lead.respostas) }),
      ...toFields({ origem_timestamp, tempo_jornada_segundos, paginas_visitadas }),
      ...toFields({ botoes_clicados: clicks.join(', ') }),
    ];
  }
  const application = await database
    .selectFrom('newest_applications')
    .select(['instagram', ...ANSWER_COLUMNS, ...JOURNEY_COLUMNS, 'respostas'])
    .where('id', '=', ref.applicationId)
    .executeTakeFirst();
  if (application) {
    const { origem_timestamp, tempo_jornada_segundos, paginas_visitadas, respostas, ...columns } =
      application;
    return [
      ...toAnswers(questions, { ...columns, ...readAnswers(respostas) }),
      ...toFields({ origem_timestamp, tempo_jornada_segundos, paginas_visitadas }),
    ];
  }
  const draft = await database
    .selectFrom('newest_application_drafts')
    .select('instagram')
    .where('id', '=', ref.applicationId)
    .executeTakeFirst();
  return draft ? toAnswers(questions, draft) : [];
}

const toAnswers = (questions: KnownQuestions, answers: Answers): StoredAnswer[] =>
  describeAnswers(questions, answers).flatMap(({ key, question, text }) =>
    text === '' ? [] : [{ field: key, label: question, value: text }],
  );

const toFields = (row: Readonly<Record<string, string | number>>): StoredAnswer[] =>
  Object.entries(row).flatMap(([field, value]) =>
    value === '' ? [] : [{ field, value: String(value) }],
  );
