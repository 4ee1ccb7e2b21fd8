import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { makeApplication, makeDraft, makeLead } from '../../../testkit/rows.ts';
import { postRows } from '../../../testkit/start-app.ts';
import { changeFollowup } from '../../src/contacts/followups.ts';
import { eraseBefore } from '../../src/erasure/erase-old-rows.ts';
import { findPersonEverywhere, planErasure, runErasure } from '../../src/erasure/person-erasure.ts';
import { ADAPTERS } from '../../src/sales/platforms/adapters.ts';
import { setManualMatch } from '../../src/sales/sale-decisions.ts';
import { updateSalesOnce } from '../../src/sales/update-sales.ts';
import { notice, send, startSales } from '../sales/start-sales.ts';
import { STORES } from '../store/open-test-store.ts';

test.each(STORES)('%s: matches the sales of erased leads to rows that remain', async (kind) => {
  await using sales = await startSales(kind, { hasUpdater: false });
  await using database = await sales.open();
  const deps = { database, adapters: ADAPTERS, attributionDays: 30, now: Date.now };
  const key = randomUUID();
  const application = makeApplication({ nome: 'Marina', whatsapp: '+55 (11) 98765-4321' });
  await postRows(sales.address, 'leads', makeLead({ telefone: '(11) 98765-4321' }), {
    'idempotency-key': key,
  });
  await postRows(sales.address, 'applications', application, { 'idempotency-key': randomUUID() });
  await send(sales.address, 'hotmart', notice({ ref: key, transaction: 'HP1' }));
  const bought = { ref: key, transaction: 'HP2', phone: '21999990000', email: 'outra@example.com' };
  await send(sales.address, 'hotmart', notice(bought));
  const readMatches = () =>
    sales.query('select matched_by, lead_source, lead_ref from funil.sales order by sale_key');
  const readStates = () =>
    sales.query('select kind, money_state from funil.contacts order by kind');
  await expect.poll(readStates).toHaveLength(2);
  while ((await updateSalesOnce(database, deps)) !== 'done');
  const matched = { matched_by: 'reference', lead_source: 'lead', lead_ref: key };
  expect(await readMatches()).toEqual([matched, matched]);

  await sales.query("update leads set created_at = '2020-03-01T12:00:00.000Z'");
  expect(await eraseBefore(deps, 'leads', new Date('2021-01-01'))).toBe(1);
  expect(await readMatches()).toEqual([
    { matched_by: 'phone', lead_source: 'application', lead_ref: application.id },
    { matched_by: null, lead_source: null, lead_ref: null },
  ]);
  expect(await readStates()).toEqual([{ kind: 'application', money_state: 'comprou' }]);
});

test.each(STORES)('%s: keeps the newer save of an application', async (kind) => {
  await using sales = await startSales(kind, { hasUpdater: false });
  await using database = await sales.open();
  const deps = { database, adapters: ADAPTERS, attributionDays: 30, now: Date.now };
  const application = makeApplication({ nome: 'Marina' });
  const save = (row: object) =>
    postRows(sales.address, 'applications', row, { 'idempotency-key': randomUUID() });
  await save(application);
  await sales.query("update applications set created_at = '2020-03-01T12:00:00.000Z'");
  await save({ ...application, save_id: randomUUID(), nome: 'Marina Souza' });
  expect(await eraseBefore(deps, 'applications', new Date('2021-01-01'))).toBe(1);
  expect(await sales.query('select nome from applications')).toEqual([{ nome: 'Marina Souza' }]);
});

test('removes an erased draft from the sale that an operator matched to it', async () => {
  await using sales = await startSales('SQLite', { hasUpdater: false });
  await using database = await sales.open();
  const deps = { database, adapters: ADAPTERS, attributionDays: 30, now: Date.now };
  const draft = makeDraft();
  await postRows(sales.address, 'application_drafts', draft, { 'idempotency-key': randomUUID() });
  await send(sales.address, 'hotmart', notice({}));
  while ((await updateSalesOnce(database, deps)) !== 'done');
  const sale = { platform: 'hotmart' as const, sale_key: 'HP1' };
  const contact = { kind: 'application', applicationId: draft.id } as const;
  await setManualMatch(deps, { sale, contact, email: 'equipe@exemplo.com' });
  const readMatch = () => sales.query('select matched_by, lead_ref from funil.sales');
  expect(await readMatch()).toEqual([{ matched_by: 'hand', lead_ref: draft.id }]);

  const personDeps = { database, adapters: ADAPTERS, config: configOf(sales.env) };
  const person = { phone: null, email: draft.email };
  const matches = await findPersonEverywhere(personDeps, { person, name: '' });
  const keys = new Set([`application:${draft.id}`]);
  await runErasure(personDeps, await planErasure(database, matches, keys));
  expect(await readMatch()).toEqual([{ matched_by: null, lead_ref: null }]);
});

test.each(STORES)('%s: keeps the notes of an application whose draft is erased', async (kind) => {
  await using sales = await startSales(kind);
  await using database = await sales.open();
  const deps = { database, adapters: ADAPTERS, attributionDays: 30, now: Date.now };
  const application = makeApplication();
  const { id } = application;
  const draft = makeDraft({ id });
  await postRows(sales.address, 'application_drafts', draft, { 'idempotency-key': randomUUID() });
  await postRows(sales.address, 'applications', application, { 'idempotency-key': randomUUID() });
  const readStages = () => sales.query('select stage from funil.contacts');
  await expect.poll(readStages).toEqual([{ stage: 'sent' }]);
  const ref = { kind: 'application', applicationId: id } as const;
  const change = {
    ref,
    version: 0,
    note: 'Ligar em abril',
    changed_by: 'ana@exemplo.com',
    now: Date.now(),
  };
  expect(await changeFollowup(database, change)).toBe('done');

  await sales.query("update application_drafts set created_at = '2020-03-01T12:00:00.000Z'");
  expect(await eraseBefore(deps, 'application_drafts', new Date('2021-01-01'))).toBe(1);
  await expect.poll(readStages).toEqual([{ stage: 'sent' }]);
  const notes = await sales.query('select text from funil.contact_notes');
  expect(notes).toEqual([{ text: 'Ligar em abril' }]);
});
