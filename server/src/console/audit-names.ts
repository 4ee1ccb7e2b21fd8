import { toSaleSubject } from '@funil/contract/sales/sale-subject';
import { contactKeyOf, parseContactKeys } from '../contacts/contact-ref.ts';
import { readContactRows } from '../contacts/contact-rows.ts';
import type { Database } from '../store/database.ts';

/** For example, `lead:74`, `person:lead:74`, `sale:kiwify:K1`, `template:3` or `operator:<id or e-mail>`. */
const AUDIT_SUBJECT = /^(\w+):(.+)$/s;

/** Returns current names by the subjects of audit lines. The trail stores no names, so that erased rows have none. */
export async function readAuditNames(
  database: Database,
  subjects: readonly string[],
): Promise<Map<string, string>> {
  const keysOf = (kind: string) =>
    subjects.flatMap((subject) => {
      const [, subjectKind, key = ''] = AUDIT_SUBJECT.exec(subject) ?? [];
      return subjectKind === kind ? [key] : [];
    });
  const refs = parseContactKeys([...subjects, ...keysOf('person')]);
  const contacts = [...(await readContactRows(database, refs)).values()];
  return new Map([
    ...contacts.flatMap(({ ref, name }): [string, string][] => [
      [contactKeyOf(ref), name],
      [`person:${contactKeyOf(ref)}`, name],
    ]),
    ...(await readBuyerNames(database, keysOf('sale'))),
    ...(await readTemplateNames(database, keysOf('template'))),
    ...(await readOperatorNames(database, keysOf('operator'))),
  ]);
}

type Names = readonly (readonly [subject: string, name: string])[];

async function readBuyerNames(database: Database, keys: readonly string[]): Promise<Names> {
  if (keys.length === 0) return [];
  const saleKeys = keys.map((key) => key.slice(key.indexOf(':') + 1));
  const rows = await database
    .selectFrom('sales')
    .select(['platform', 'sale_key', 'buyer_name', 'buyer_email'])
    .where('sale_key', 'in', saleKeys)
    .execute();
  return rows.flatMap(({ platform, sale_key, buyer_name, buyer_email }) => {
    const name = buyer_name ?? buyer_email;
    return name === null ? [] : [[toSaleSubject({ platform, sale_key }), name] as const];
  });
}

async function readTemplateNames(database: Database, keys: readonly string[]): Promise<Names> {
  const ids = keys.map(Number).filter(Number.isSafeInteger);
  if (ids.length === 0) return [];
  const rows = await database
    .selectFrom('templates')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, name }) => [`template:${id}`, name]);
}

async function readOperatorNames(database: Database, keys: readonly string[]): Promise<Names> {
  const emails = keys.filter((key) => key.includes('@'));
  const ids = keys.filter((key) => !key.includes('@'));
  const rows =
    ids.length === 0
      ? []
      : await database
          .selectFrom('operators')
          .select(['id', 'email'])
          .where('id', 'in', ids)
          .execute();
  return [
    ...emails.map((email) => [`operator:${email}`, email] as const),
    ...rows.map(({ id, email }) => [`operator:${id}`, email] as const),
  ];
}
