import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { makeApplication, makeEvent, makeLead } from '../../../testkit/rows.ts';
import { postRows } from '../../../testkit/start-app.ts';
import { markAsPerson } from '../../src/contacts/robot-marks.ts';
import { judgeAgain } from '../../src/jobs/judge-again.ts';
import { readReport } from '../../src/report/read-report.ts';
import { readRobotVisits } from '../../src/report/robot-visits.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { judgeVisitsAgain } from '../../src/visits/judge-visits.ts';
import { startSales } from '../sales/start-sales.ts';
import { STORES } from '../store/open-test-store.ts';
import { openDeliveries } from './open-deliveries.ts';
import { startConversions } from './start-conversions.ts';

const ALL_TIME = { from: null, until: null };
const CONTEXT = {
  ...{
    consent: 'granted',
    client_id: '1234567890.1700000000',
    page_location: 'https://escola.test/',
  },
  ...{ gtag: false, fbq: false, other_form: false },
};

/** Stores a visit with a lead as a client that sends these headers. */
async function storeVisit(address: string, changes: object, headers: Record<string, string>) {
  const [key, session_id] = [randomUUID(), randomUUID()];
  await postRows(address, 'leads', makeLead({ ...changes }), {
    'idempotency-key': key,
    ...headers,
  });
  const payload = { currency: 'BRL', value: 0 };
  const event = { session_id, name: 'generate_lead', payload, lead_ref: key, context: CONTEXT };
  await postRows(address, 'jornada', makeEvent(event), headers);
  return key;
}

async function openNumbers(env: Record<string, string>) {
  const database = await openDatabase(configOf(env).store, 'write');
  return {
    database,
    async read() {
      const scope = { period: ALL_TIME, isReportByLead: false };
      const options = { scope, now: Date.now(), sections: [], adTax: [] };
      const { excluded, leads, stages, storedDays } = await readReport(database, options);
      const visits = stages.reduce((sum, stage) => sum + stage.visits, 0);
      return { excluded, leads: leads.stored, days: storedDays.length, visits };
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

test.each(STORES)(
  '%s: leaves a robot out of numbers and conversions until an operator marks it or its visit as a person’s',
  async (kind) => {
    await using started = await startConversions(kind);
    const { address, env, query, outcomes } = started;
    const person = await storeVisit(address, { telefone: '(11) 91234-0001' }, {});
    const robot = await storeVisit(
      address,
      { telefone: '(11) 91234-0002' },
      { 'user-agent': 'curl/8.5.0' },
    );
    await expect.poll(outcomes).toMatchObject({
      [`meta lead.created lead:${person}`]: 'delivered',
      [`meta lead.created lead:${robot}`]: 'suspect',
    });
    await using numbers = await openNumbers(env);
    const [{ id } = {}] = await query(`select id from leads where idempotency_key = '${robot}'`);
    await query(`update leads set created_at = '2026-03-01T12:00:00.000Z' where id = ${id}`);
    const withoutRobot = { excluded: { visits: 1, leads: 1 }, leads: 1, days: 1, visits: 1 };
    await expect.poll(numbers.read).toEqual(withoutRobot);
    const listed = await readRobotVisits(numbers.database, ALL_TIME);
    expect(listed).toMatchObject([{ suspect: 'robot', subject: `lead:${id}` }]);

    await numbers.database
      .transaction()
      .execute((transaction) => markAsPerson(transaction, { kind: 'lead', leadId: Number(id) }));
    await expect.poll(numbers.read).toEqual({
      excluded: { visits: 0, leads: 0 },
      ...{ leads: 2, days: 2, visits: 2 },
    });
    await expect.poll(outcomes).toMatchObject({ [`meta lead.created lead:${robot}`]: 'delivered' });

    const headers = { 'user-agent': 'facebookexternalhit/1.1' };
    await postRows(address, 'jornada', makeEvent({ name: 'page_open', payload: {} }), headers);
    await expect.poll(numbers.read).toMatchObject({ excluded: { visits: 1 }, visits: 2 });
    const [visitOnly] = await readRobotVisits(numbers.database, ALL_TIME);
    expect(
      await judgeVisitsAgain(numbers.database, { provenPersonSession: visitOnly?.session ?? '' }),
    ).toBe(1);
    await expect.poll(numbers.read).toMatchObject({ excluded: { visits: 0 }, visits: 3 });
  },
);

test('marks every row of a burst with one phone, and judges stored rows anew', async () => {
  await using started = await startSales('SQLite', { hasUpdater: false });
  const { address, env, query } = started;
  await using numbers = await openNumbers(env);
  const suspects = async () => {
    const rows = await query('select suspect from leads order by id');
    return rows.map(({ suspect }) => suspect);
  };
  for (let n = 0; n < 6; n += 1)
    await postRows(address, 'leads', makeLead({ tempo_jornada_segundos: 1 }));
  const noArea = makeLead({ telefone: '(20) 99876-5432', tempo_jornada_segundos: 1 });
  await postRows(address, 'leads', noArea);
  const judged = [
    ...Array.from({ length: 6 }, () => 'too-fast,same-phone'),
    'too-fast,no-area-code',
  ];
  await expect.poll(suspects).toEqual(judged);

  const { database } = numbers;
  await database.updateTable('leads').set({ signals: 'too-fast', suspect: null }).execute();
  await query('update funil.visit_progress set judgement = 0');
  await judgeAgain(database, AbortSignal.timeout(60_000));
  expect(await suspects()).toEqual(judged);
});

test('marks every row of a flood with one phone, although its first rows are judged after its last ones came', async () => {
  await using opened = await openDeliveries();
  for (let n = 0; n < 300; n += 1) await opened.store('leads', makeLead());
  await opened.consume();
  const unmarked = () =>
    opened.query("select count(*) as n from leads where signals is not 'same-phone'");
  expect(await unmarked()).toEqual([{ n: 0 }]);

  await opened.query('update visit_progress set judgement = 0 returning judgement');
  await judgeAgain(opened.database, AbortSignal.timeout(60_000));
  expect(await unmarked()).toEqual([{ n: 0 }]);
});

test.each(STORES)(
  '%s: lists an application by the judgement of its newest save when older saves are judged with it',
  async (kind) => {
    await using started = await startSales(kind, { hasUpdater: false });
    const { address, env, query } = started;
    await using numbers = await openNumbers(env);
    const id = randomUUID();
    for (const whatsapp of ['(20) 99876-5432', '(11) 99876-5432']) {
      const save = { id, save_id: randomUUID(), whatsapp, tempo_jornada_segundos: 1 };
      await postRows(address, 'applications', makeApplication(save));
    }
    const listed = () => query('select suspect from funil.contacts');
    await expect.poll(listed).toEqual([{ suspect: 0 }]);

    const { database } = numbers;
    await database
      .updateTable('applications')
      .set({ signals: 'too-fast', suspect: null })
      .execute();
    await query('update funil.visit_progress set judgement = 0');
    await judgeAgain(database, AbortSignal.timeout(60_000));
    expect(await listed()).toEqual([{ suspect: 0 }]);
  },
);
