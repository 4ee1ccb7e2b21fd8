import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { makeEvent } from '../../../testkit/rows.ts';
import { makeFolder, makeSiteInfo, writeSite } from '../../../testkit/start-app.ts';
import { readApplications } from '../../src/contacts/applications.ts';
import { rememberQuestions } from '../../src/contacts/questions.ts';
import { eventTable } from '../../src/store/queries/sql.ts';
import { catchUpVisits } from '../../src/visits/open-updater.ts';
import { type ConsoleData, startConsoleData } from '../console/start-console-data.ts';

/** Stores the event of a started application form. */
const addStart = async ({ database }: ConsoleData, lead_ref: string, changes: object) => {
  const event = makeEvent({ name: 'form_start', lead_ref, ...changes });
  const payload = JSON.stringify({ form: 'aplicacao', step: 1, field: 'nome' });
  await database
    .insertInto('jornada')
    .values({ ...event, payload })
    .execute();
};

const question = (key: string, label: string, options: Record<string, string> = {}) => ({
  key,
  label,
  kind: 'text' as const,
  required: true,
  options: Object.entries(options).map(([name, text]) => ({ key: name, label: text })),
});

test('shows each answer by its question, also a removed one', async () => {
  await using console = await startConsoleData();
  const publish = (published: ReturnType<typeof question>[]) =>
    rememberQuestions(console.database, published);
  await publish([
    question('nicho', 'Qual é o seu nicho?'),
    question('canais', 'Por onde você vende?', { loja: 'Loja física', site: 'Site' }),
    question('faturamento', 'Quanto você fatura?', { '10k-30k': 'Perto de 20 mil' }),
  ]);
  await publish([
    question('canais', 'Onde você vende?', { site: 'Site próprio' }),
    question('empresa', 'Como se chama a sua loja?'),
  ]);
  const { id } = await console.addApplication({
    respostas: JSON.stringify({
      nicho: 'Pães',
      nunca_publicada: 12_345.5,
      canais: ['loja', 'site', 'feira'],
    }),
  });
  const { answers } = await console.get(`applications/${id}`);
  expect(answers.slice(0, 2)).toEqual([
    { field: 'canais', label: 'Onde você vende?', value: 'Loja física, Site próprio, feira' },
    { field: 'empresa', label: 'Como se chama a sua loja?', value: 'Pereira Consultoria' },
  ]);
  expect(answers).toEqual(
    expect.arrayContaining([
      { field: 'cargo', label: 'Cargo', value: 'Fundador' },
      { field: 'nicho', label: 'Qual é o seu nicho?', value: 'Pães' },
      { field: 'faturamento', label: 'Quanto você fatura?', value: 'Perto de 20 mil' },
      { field: 'nunca_publicada', label: 'Nunca publicada', value: '12.345,5' },
    ]),
  );
});

test('shows the origin of an unfinished application, also after its events are erased', async () => {
  using folder = makeFolder();
  const checkout = {
    url: 'https://pay.example/escola',
    funnel: 'anual',
    platform: 'hotmart',
  } as const;
  writeSite(folder.path, { 'site.json': makeSiteInfo({ checkout }) });
  await using console = await startConsoleData('SQLite', { SITE_DIR: folder.path });
  const id = '0192f3a4-b5c6-7d8e-9f00-112233445566';
  await addStart(console, id, {
    utm_source: 'meta',
    utm_medium: 'social',
    utm_campaign: 'mentoria',
    utm_term: 'ia',
    occurred_at: '2026-11-20T12:00:00.000Z',
  });
  const later = '2026-11-21T12:00:00.000Z';
  await addStart(console, id, { utm_source: 'google', occurred_at: later });
  const { subject } = await console.addDraft({ id });
  const origin = { subject, source: 'meta', medium: 'social', campaign: 'mentoria' };
  const list = 'applications?campaign=mentoria&source=meta';
  await expect.poll(async () => (await console.get(list)).items).toMatchObject([origin]);
  expect(await console.get(`applications/${id}`)).toMatchObject({
    ...origin,
    term: 'ia',
    checkout_link: { url: expect.stringContaining('utm_campaign=mentoria') },
  });
  const { database } = console;
  const file = await console.requestFile('applications.csv');
  expect(await file.text()).toContain(';"meta";"social";"mentoria";');
  // Events are erased before applications.
  await sql`delete from ${eventTable(database)} where lead_ref = ${id}`.execute(database);
  expect((await console.get(list)).items).toMatchObject([origin]);
  await console.addDraft({ id, nome: 'Pereira' });
  await console.waitForList('applications?q=pereira', 1);
  expect((await console.get(list)).items).toMatchObject([{ ...origin, name: 'Pereira' }]);
  expect((await readApplications(database)).map(({ utm_source }) => utm_source)).toEqual(['meta']);
});

test('takes the origin from an event that arrives after its draft', async () => {
  await using console = await startConsoleData();
  const { id } = await console.addDraft();
  await addStart(console, id, { utm_source: 'meta' });
  await catchUpVisits(configOf(console.env).store);
  await expect
    .poll(async () => (await console.get('applications?source=meta')).items)
    .toMatchObject([{ source: 'meta', medium: 'organico' }]);
});
