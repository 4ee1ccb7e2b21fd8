// Queries of the capturing thread. All return null while the database does not answer.
import { APPLICATION_FIELDS } from '@funil/contract/contacts/application-rules';
import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import type { CaptureRow, CaptureStore, FormTable } from './capture-store.ts';
import type { DialectName } from './database.ts';
import type { SealedSetting } from './settings-tables.ts';

type CaptureReader = Pick<CaptureStore, 'dialect' | 'read'>;

/** @param key a lead's idempotency key, or an application's id */
export async function findUtms({ read }: CaptureReader, key: string): Promise<Utms | null> {
  const columns = UTM_FIELDS.join(', ');
  const rows = await read(
    `select ${columns} from leads where idempotency_key = $1
     union all select * from (
       select ${columns} from applications where id = $1 order by created_at desc limit 1) as sent
     limit 1`,
    [key],
  );
  return (rows?.[0] as Utms | undefined) ?? null;
}

export async function readFormSecret({ dialect, read }: CaptureReader): Promise<string | null> {
  const rows = await read(`select secret from ${schemaOf(dialect)}form_secret`);
  return rows?.[0] ? String(rows[0].secret) : null;
}

export interface SentRowsQuery {
  readonly keys: readonly string[];
  /** Finds rows, too, with this phone that were stored after `since`, whatever their key. */
  readonly phone_key: string | null;
  readonly since: Date;
}

/** `key` is a lead's key or an application's id. The oldest row is first. */
export function findSentRows(
  { dialect, read }: CaptureReader,
  table: FormTable,
  { keys, phone_key, since }: SentRowsQuery,
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
 * Counts people. Applications on one card of the contact list are one person, and so are sales with the same phone,
 * else the same e-mail, lead or order.
 * @param product the product whose paid sales count; null: approved applications count instead
 */
export async function countSeatHolders(
  { dialect, read }: CaptureReader,
  product: string | null,
): Promise<number | null> {
  const schema = schemaOf(dialect);
  const [textCast, uuidCast] = dialect === 'postgres' ? ['::text', '::uuid'] : ['', ''];
  const key = (kind: string) => `(select min(key) from ${schema}sale_keys where kind = '${kind}'
    and sale_keys.platform = sales.platform and sale_keys.sale_key = sales.sale_key)`;
  const rows =
    product === null
      ? await read(`select count(distinct coalesce(contacts.person, followups.subject)) as people
          from ${schema}followups left join ${schema}contacts
            on contacts.application_id = case when followups.subject like 'application:%'
              then substr(followups.subject, 13)${uuidCast} end
          where followups.state in ('aprovado', 'comprou')
            and followups.subject >= 'application:' and followups.subject < 'application;'`)
      : await read(
          `select count(distinct coalesce(${key('phone')}, ${key('email')}, lead_ref${textCast}, order_id)) as people
           from ${schema}sales where product_name = $1 and state = 'paid' and not is_test`,
          [product],
        );
  return rows?.[0] ? Number(rows[0].people) : null;
}

/** The newest change's number in SQL; the change may be uncommitted, or consumed already. */
export const newestChangeSql = (dialect: DialectName): string =>
  dialect === 'postgres'
    ? '(select case when is_called then last_value else 0 end from funil.changes_number_seq)'
    : "coalesce((select seq from sqlite_sequence where name = 'changes'), 0)";

export async function readNewestChange({ dialect, read }: CaptureReader): Promise<number | null> {
  const rows = await read(`select ${newestChangeSql(dialect)} as number`);
  return rows?.[0] ? Number(rows[0].number) : null;
}

export const readSealedSettings = ({ dialect, read }: CaptureReader) =>
  read(`select name, sealed from ${schemaOf(dialect)}stored_settings order by name`) as Promise<
    readonly SealedSetting[] | null
  >;

const schemaOf = (dialect: DialectName): string => (dialect === 'postgres' ? 'funil.' : '');
