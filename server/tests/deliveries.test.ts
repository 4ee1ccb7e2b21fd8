import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@funil/contract/durations';
import { afterAll, expect, test } from 'vitest';
import { makeApplication, makeDraft, makeLead } from '../../testkit/rows.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { makeDestination, openDelivering } from './start-delivering.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const SOON = { timeout: 10_000 };
const DATABASES = ['SQLite', 'PostgreSQL'];

test.each(DATABASES)('%s: a lead is told of once, with all that is known of it', async (kind) => {
  await using opened = await openDelivering(kind, postgres);
  const { destination, got } = makeDestination('mail');
  const deliveries = opened.start([destination]);
  await expect
    .poll(() => opened.query('select name from funil.destinations'), SOON)
    .toHaveLength(1);
  const key = randomUUID();
  await opened.store('leads', makeLead({ nome: 'Ana', telefone: '(11) 98765-4321' }), key);
  deliveries.wake();
  await expect.poll(() => got, SOON).toHaveLength(1);
  expect(got[0]).toMatchObject({
    tries: 0,
    announcement: {
      type: 'lead.created',
      subject: `lead:${key}`,
      data: { version: 1, lead_ref: key, nome: 'Ana', phone_digits: '5511987654321' },
    },
  });
  await expect
    .poll(() => opened.query('select state, outcome, tries from funil.deliveries'), SOON)
    .toEqual([{ state: 'delivered', outcome: '200', tries: 1 }]);
  expect(await opened.query('select status, answer from funil.delivery_tries')).toEqual([
    { status: 200, answer: 'ok' },
  ]);
  expect(opened.troubles).toEqual([]);
});

test.each(DATABASES)('%s: what happens waits for a destination that is paused', async (kind) => {
  await using opened = await openDelivering(kind, postgres);
  const { destination, told } = makeDestination('mail');
  let isPaused = true;
  const deliveries = opened.start([
    {
      ...destination,
      get isPaused() {
        return isPaused;
      },
    },
  ]);
  await expect
    .poll(() => opened.query('select name from funil.destinations'), SOON)
    .toHaveLength(1);
  const key = randomUUID();
  await opened.store('leads', makeLead(), key);
  deliveries.wake();
  await expect
    .poll(() => opened.query('select state, tries from funil.deliveries'), SOON)
    .toEqual([{ state: 'waiting', tries: 0 }]);
  expect(told()).toEqual([]);
  isPaused = false;
  await expect.poll(told, SOON).toEqual([`lead.created lead:${key}`]);
});

test.each(DATABASES)('%s: what came while nobody looked is told of afterwards', async (kind) => {
  await using opened = await openDelivering(kind, postgres);
  const { destination, told } = makeDestination('mail');
  await opened.store('leads', makeLead(), randomUUID());
  const first = opened.start([destination]);
  await expect
    .poll(() => opened.query('select name from funil.destinations'), SOON)
    .toHaveLength(1);
  await first.stop();
  const keys = Array.from({ length: 120 }, () => randomUUID());
  for (const key of keys) await opened.store('leads', makeLead(), key);
  opened.start([destination]);
  await expect.poll(() => told().length, SOON).toBe(120);
  // The lead from before the destination was there is none of its business.
  expect(told().toSorted()).toEqual(keys.map((key) => `lead.created lead:${key}`).toSorted());
});

test.each(DATABASES)(
  '%s: an application is told of when it begins and when it is sent, and once each',
  async (kind) => {
    await using opened = await openDelivering(kind, postgres);
    const { destination, told, got } = makeDestination('mail');
    await opened.register(destination);
    const draft = makeDraft();
    const application = makeApplication({ ...draft });
    await opened.store('application_drafts', { ...draft, save_id: randomUUID() });
    await opened.store('application_drafts', { ...draft, save_id: randomUUID(), nome: 'João P' });
    await opened.store('applications', { ...application, save_id: randomUUID() });
    await opened.store('applications', { ...application, save_id: randomUUID(), cargo: 'Sócio' });
    await opened.find();
    await opened.store('applications', { ...application, save_id: randomUUID(), cargo: 'CEO' });
    opened.goOn(2 * HOUR_MS);
    await opened.find();
    opened.start([destination]);
    await expect.poll(() => got.length, SOON).toBe(2);
    expect(told()).toEqual([
      `application.started application:${draft.id}`,
      `application.created application:${draft.id}`,
    ]);
    const { happenedAt, data } = got[1]?.announcement ?? { happenedAt: '', data: {} };
    const reply_by = new Date(Date.parse(happenedAt) + 48 * HOUR_MS).toISOString();
    expect(data).toMatchObject({ lead_ref: draft.id, cargo: 'Fundador', reply_by });
  },
);

test.each(DATABASES)(
  '%s: an application is abandoned after an hour, unless the person applied under another id',
  async (kind) => {
    await using opened = await openDelivering(kind, postgres);
    const { destination } = makeDestination('mail', {
      wants: (type) => type === 'application.abandoned',
    });
    await opened.register(destination);
    const lost = makeDraft({ email: 'rui@exemplo.com.br', whatsapp: '+55 (31) 99999-0001' });
    await opened.store('application_drafts', lost);
    await opened.store('application_drafts', { ...lost, nome: 'Rui Corrigido' });
    const byPhone = makeDraft({ email: 'lia@exemplo.com.br', whatsapp: '+55 (31) 99999-0002' });
    const byMail = makeDraft({ email: 'Eva@exemplo.com.br', whatsapp: '+55 (31) 99999-0003' });
    await opened.store('application_drafts', byPhone);
    await opened.store('application_drafts', byMail);
    await opened.store('applications', makeApplication({ whatsapp: '(31) 9999-0002' }));
    await opened.store(
      'applications',
      makeApplication({ email: 'eva@exemplo.com.br', whatsapp: '+55 (31) 99999-0009' }),
    );
    opened.goOn(HOUR_MS - 60_000);
    await opened.find();
    const announced = 'select type, subject from funil.announcements';
    expect(await opened.query(announced)).toEqual([]);
    opened.goOn(HOUR_MS + 60_000);
    // The first look writes the keys by which people are known.
    await opened.find();
    await opened.find();
    expect(await opened.query(announced)).toEqual([
      { type: 'application.abandoned', subject: `application:${lost.id}` },
    ]);
    const [row] = await opened.query('select data from funil.announcements');
    expect(JSON.parse(String(row?.data))).toMatchObject({ nome: 'Rui Corrigido' });
    await opened.store('application_drafts', { ...lost, nome: 'Rui De Volta' });
    opened.goOn(4 * HOUR_MS);
    await opened.find();
    expect(await opened.query(announced)).toHaveLength(1);
  },
);
