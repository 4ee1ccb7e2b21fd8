import { type CaptureReader, schemaPrefixOf } from '../store/capture/capture-store.ts';

/**
 * Counts people. Applications on one card of the contact list are one person, and so are sales with the same phone,
 * else the same e-mail, lead or order.
 * @param product the product whose paid sales count; null: approved applications count instead
 */
export async function countSeatHolders(
  { dialect, read }: CaptureReader,
  product: string | null,
): Promise<number | null> {
  const schema = schemaPrefixOf(dialect);
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
