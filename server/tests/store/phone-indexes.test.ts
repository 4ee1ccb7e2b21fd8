import { expect, test } from 'vitest';
import { openTestStore, usePostgres } from './open-test-store.ts';

const postgres = await usePostgres();

test('SQLite reads few rows for a capture and its judgment when many rows have one phone', async () => {
  await using store = await openTestStore('SQLite', postgres);
  const [index] = await store.query(
    "select rootpage from sqlite_schema where name = 'leads_by_form'",
  );
  const steps = await store.query(
    "explain insert into leads (nome, telefone, phone_key, idempotency_key) values ('', '', '', '')",
  );
  const opened = steps.filter(({ opcode }) => opcode === 'OpenRead').map(({ p2 }) => p2);
  expect(opened).toContain(index?.rootpage);

  for (const table of ['leads', 'applications']) {
    const plan = await store.query(
      `explain query plan select 1 from ${table} where phone_key = '1'
       and created_at between '2026-01-01' and '2026-01-02' order by created_at desc limit 200`,
    );
    expect(plan.map(({ detail }) => detail)).toEqual([
      `SEARCH ${table} USING COVERING INDEX ${table}_by_phone_and_time (phone_key=? AND created_at>? AND created_at<?)`,
    ]);
  }
});
