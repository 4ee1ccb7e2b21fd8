import type { ClientBase } from 'pg';

/**
 * Lets the owner become `anon`. Since PostgreSQL 16 whoever makes a role may give it to others and to
 * itself, but has not taken it; before, membership was all there was to it.
 * Source: https://www.postgresql.org/docs/current/role-attributes.html
 */
export async function allowAnon(client: ClientBase): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int >= 160000 as knows_set, current_user as owner",
  );
  if (!rows[0].knows_set) return;
  const able = await client.query("select pg_has_role(current_user, 'anon', 'SET') as is_able");
  if (able.rows[0].is_able) return;
  await client.query(`grant anon to ${client.escapeIdentifier(rows[0].owner)} with set true`);
}
