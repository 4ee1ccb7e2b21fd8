import { expect, test } from 'vitest';
import { queryTables } from '../../../testkit/query-tables.ts';
import { makeLead } from '../../../testkit/rows.ts';
import { insert, makeFolder } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';

test('removes expired rows while the server runs, also without a console', async () => {
  using folder = makeFolder();
  const env = { DATA_DIR: folder.path, CONSOLE_PORT: '0' };
  const query = queryTables(env);
  {
    await using _server = await startServer(env);
  }
  await query(`insert into funil.refused_notices (minute, platform, reason, count, last_at)
    values ('2020-01-01T00:00:00.000Z', 'hotmart', 'proof', 1, '2020-01-01T00:00:00.000Z') returning count`);
  await query(`insert into funil.operator_links (digest, role, expires_at, created_at)
    values (x'00', 'owner', '2020-01-02T00:00:00.000Z', '2020-01-01T00:00:00.000Z') returning role`);
  await using _server = await startServer(env);
  await expect.poll(() => query('select platform from funil.refused_notices')).toEqual([]);
  await expect.poll(() => query('select role from funil.operator_links')).toEqual([]);
});

test('fills the contact list without a console', async () => {
  using folder = makeFolder();
  const env = { DATA_DIR: folder.path, CONSOLE_PORT: '0' };
  await using server = await startServer(env);
  await insert(server.address, 'leads', makeLead());
  const kinds = () => queryTables(env)('select kind from funil.contacts');
  await expect.poll(kinds).toEqual([{ kind: 'lead' }]);
});
