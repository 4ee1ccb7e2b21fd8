import { createHmac } from 'node:crypto';
import { compareTexts } from '@funil/contract/characters';
import { APPLICATION_FIELDS } from '@funil/contract/contacts/application-rules';
import { personKeys } from '@funil/contract/contacts/person';
import { digitsOf } from '@funil/contract/contacts/phone';
import { MINUTE_MS } from '@funil/contract/durations';
import type { CaptureReader, CaptureRow, FormTable } from '../store/capture/capture-store.ts';

/** A form with the same contact is a repeat if it comes within this time after the first row. */
const FORM_REPEAT_MS = 10 * MINUTE_MS;
/** The limit for one contact and form; later submissions count as repeats. */
const MAX_KEYS_PER_CONTACT = 50;

interface SubmissionKeys {
  /** The lead's idempotency key, or the application's id; a repeat has the first row's. */
  readonly key: string;
  readonly saveId: string;
  readonly isStored: boolean;
}

/** Returns a UUID of version 8, which marks the keys of forms without scripts (funil.is_form_key). */
function keyedUuid(secret: string, ...parts: readonly string[]): string {
  const hex = createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5');
}

/** Returns the same text for other spellings of one number or address. */
function contactIdentity({ nome, telefone, whatsapp, email }: CaptureRow): string {
  const phone = String(telefone ?? whatsapp);
  const { phone_key, email_key } = personKeys(phone, String(email ?? ''));
  const name = String(nome).toLowerCase().replace(/\s+/g, ' ');
  return JSON.stringify([name, phone_key ?? digitsOf(phone), email_key]);
}

/** Returns the answers as text in a fixed order, because PostgreSQL reorders the keys of JSON. */
function answersInOrder({ respostas, ...row }: CaptureRow): string {
  const answers = typeof respostas === 'string' ? JSON.parse(respostas) : (respostas ?? {});
  return JSON.stringify([
    APPLICATION_FIELDS.map((field) => row[field]),
    Object.entries(answers).sort(([a], [b]) => compareTexts(a, b)),
  ]);
}

const timeOf = ({ created_at }: CaptureRow): number => new Date(String(created_at)).getTime();

interface EarlierRowsQuery {
  readonly keys: readonly string[];
  /** Rows with this phone that were stored after `since` are found, too, whatever their key. */
  readonly phone_key: string | null;
  readonly since: Date;
}

/** Returns the rows, the oldest first, with a lead's key or an application's id as `key`. */
function findEarlierRows(
  { dialect, read }: CaptureReader,
  table: FormTable,
  { keys, phone_key, since }: EarlierRowsQuery,
): Promise<readonly CaptureRow[] | null> {
  const [key, columns] =
    table === 'leads'
      ? ['idempotency_key', 'nome, telefone, email']
      : ['id', `save_id, respostas, ${APPLICATION_FIELDS.join(', ')}`];
  const keyList =
    dialect === 'postgres'
      ? 'select value::uuid from json_array_elements_text($1)'
      : 'select value from json_each($1)';
  return read(
    `select created_at, ${key} as key, ${columns} from ${table}
     where ${key} in (${keyList}) or (phone_key = $2 and created_at >= $3) order by created_at`,
    [JSON.stringify(keys), phone_key, since.toISOString()],
  );
}

/**
 * Returns hashes of form and contact, so that a repeated form is stored once, or the key of a recent row of the same
 * contact, which scripts may have sent. Null: the database does not answer.
 */
export async function findSubmissionKeys(
  store: CaptureReader,
  secret: string,
  { table, row }: { readonly table: FormTable; readonly row: CaptureRow },
): Promise<SubmissionKeys | null> {
  const contact = contactIdentity(row);
  const keys = Array.from({ length: MAX_KEYS_PER_CONTACT }, (_, index) =>
    keyedUuid(secret, table, contact, String(index)),
  );
  const sinceMs = Date.now() - FORM_REPEAT_MS;
  const { phone_key } = personKeys(String(row.telefone ?? row.whatsapp), null);
  const since = new Date(sinceMs);
  const earlierRows = await findEarlierRows(store, table, { keys, phone_key, since });
  if (earlierRows === null) return null;
  const ownRows = earlierRows.filter(
    (earlier) => earlier.key !== null && contactIdentity(earlier) === contact,
  );
  // The map keeps the first row's time of each key.
  const timesByKey = new Map(ownRows.toReversed().map((own) => [String(own.key), timeOf(own)]));
  const recentKey = [...timesByKey].find(([, atMs]) => atMs > sinceMs)?.[0];
  const unusedKey = keys.find((candidate) => !timesByKey.has(candidate));
  const key = recentKey ?? unusedKey ?? String(keys.at(-1));
  const newestRow = ownRows.findLast((own) => own.key === recentKey);
  const isStored =
    newestRow !== undefined &&
    (table === 'leads' || answersInOrder(newestRow) === answersInOrder(row));
  const saveId = keyedUuid(secret, key, answersInOrder(row), String(newestRow?.save_id ?? ''));
  return { key, saveId, isStored };
}
