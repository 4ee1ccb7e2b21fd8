import fs, { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import type { Publication } from '@funil/contract/page/page-editor';
import type { PageTexts } from '@funil/contract/page/page-engine';
import { SEATS_PLACEHOLDER } from '@funil/contract/site/seats';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSmtp } from '../../../testkit/fakes/smtp.ts';
import { makeSiteInfo, startApp } from '../../../testkit/start-app.ts';
import { createPublisher, type PublisherDependencies } from '../../src/page/publish.ts';
import { withdrawPublication } from '../../src/page/record-publication.ts';
import { addVersion } from '../../src/page/versions.ts';
import { pageEngine } from '../console/start-console.ts';
import { type ConsoleData, startConsoleData } from '../console/start-console-data.ts';
import { change, changeTitle, editByHand, ownFile, readFile } from './edit-draft.ts';

/** Returns a publisher that reviews nothing. */
const startPublisher = (
  console: ConsoleData,
  engine: object = {},
  overrides: Partial<PublisherDependencies> = {},
) =>
  createPublisher({
    database: console.database,
    engine: Object.assign(Object.create(pageEngine), engine),
    ownContentDir: ownFile(console, ''),
    siteDir: String(console.env.SITE_DIR),
    listenAddress: null,
    env: {},
    now: console.now,
    ...overrides,
  });

const ANA = {
  id: '00000000-0000-4000-8000-000000000001',
  email: 'ana@escola.test',
  isFactorFresh: true,
  client: { address: '203.0.113.7', userAgent: '' },
};

/** Returns the environment of a build that ends at once. */
const endBuild = (exitCode: number) => ({
  NODE_OPTIONS: `--import=data:text/javascript,process.exit(${exitCode})`,
});

/** Publishes the draft with a build that ends at once, unless another is named, and returns how it ended. */
async function publishDraft(console: ConsoleData, overrides: Partial<PublisherDependencies> = {}) {
  const { draft } = await console.get('page/review');
  const publisher = startPublisher(console, {}, { env: endBuild(0), ...overrides });
  await publisher.publish(draft, ANA);
  await publisher.close();
  return publisher.publication;
}

const waitForEnd = async ({ get }: ConsoleData): Promise<Publication> => {
  // Builds the whole page.
  const limit = { timeout: 600_000 };
  await expect.poll(async () => (await get('page/publication')).state, limit).not.toBe('running');
  return get('page/publication');
};

test('publishes a draft once, as a version that can be restored', async () => {
  await using console = await startConsoleData();
  await change(console, 'offer', ['price', 'cash'], '997,00');
  await changeTitle(console, 'No ar pelo painel');
  const review = await console.get('page/review');
  expect(review).toMatchObject({
    problems: [],
    changes: [
      { label: 'Primeira tela › A promessa', after: 'No ar pelo painel' },
      { label: 'Oferta › Os preços › Preço à vista', before: '1.497,00', after: '997,00' },
    ],
    warnings: [expect.stringContaining('10,55% ao mês')],
  });
  const unconfirmed = { draft: review.draft, confirmed: [] };
  expect(await console.call('POST', 'page/publish', unconfirmed)).toMatchObject({ status: 422 });
  const reviewed = { draft: review.draft, confirmed: review.warnings };
  const publishers = [0, 1].map(() => console.call('POST', 'page/publish', reviewed));
  const [refused] = (await Promise.all(publishers)).filter(({ status }) => status !== 200);
  expect(refused).toMatchObject({
    status: 503,
    body: { message: 'ana@escola.test está publicando agora. Espere terminar.' },
  });
  expect(await waitForEnd(console)).toMatchObject({ state: 'done', number: 2 });

  const page = readFileSync(join(String(console.env.SITE_DIR), 'index.html'), 'utf8');
  expect(page).toContain('No ar pelo painel');
  // The published page still has the demonstration's brand.
  const { start } = await console.get('today');
  expect(start).toMatchObject({ named: false, priced: true, on_air: true });
  expect(readFileSync(ownFile(console, 'hero.yaml'), 'utf8')).toContain(
    'title: No ar pelo painel\n',
  );
  expect(await readFile(console, 'hero')).toMatchObject({ changed_by: null });
  const versions = await console.get('page/versions');
  expect(versions.items).toMatchObject([
    { number: 2, kind: 'publish', by: 'ana@escola.test', changes: 2 },
    { number: 1, kind: 'start', by: '' },
  ]);

  const first = await console.get('page/versions/1');
  expect(first.changes_to_now).toHaveLength(2);
  // A restored version is built as a published one; only its texts are tested.
  const written: PageTexts[] = [];
  const publisher = startPublisher(console, {
    writeTexts(_folder: string, texts: PageTexts) {
      written.push(texts);
      return new Promise<void>(() => {});
    },
  });
  await publisher.restore(1, ANA);
  await expect.poll(() => written).toHaveLength(1);
  expect(written[0]?.hero).not.toContain('No ar pelo painel');
  expect((await console.get('page/versions')).items[0]).toMatchObject({
    ...{ number: 3, kind: 'restore', restored: 1, changes: 2 },
  });
});

test('warns before publishing when the platform of the checkout’s address is not connected', async () => {
  await using console = await startConsoleData();
  await change(console, 'site', ['checkout', 'url'], 'https://pay.kiwify.com.br/abc');
  const { warnings } = await console.get('page/review');
  expect(warnings).toContainEqual(
    expect.stringContaining('A Kiwify não está ligada, e a página vende por ela'),
  );
  // Without mail no warning says that owners are mailed.
  expect(warnings).toContain(
    'Isto muda onde fica a página, onde se paga ou quem a mede:\n' +
      'Checkout › O endereço do checkout: https://pay.kiwify.com.br/abc\n' +
      'Publicar pede o código do aplicativo. É isso mesmo?',
  );
  const product = { names: ['Mentoria'], url: 'https://pay.hotmart.com/A1' };
  await change(console, 'site', ['products'], [product]);
  expect((await console.get('page/review')).warnings).toContainEqual(
    expect.stringContaining('A Hotmart não está ligada, e você vende “Mentoria” por ela'),
  );
});

test('asks a manager for the code when a publication changes where buyers pay', async () => {
  await using smtp = await startSmtp();
  await using console = await startConsoleData('SQLite', {
    SMTP_URL: smtp.url(),
    NOTIFY_FROM: 'Escola <avisos@escola.test>',
    NOTIFY_TO: 'vendas@escola.test',
    ...endBuild(1),
  });
  const stale = await console.signIn('bia@escola.test', 'manager', 11 * 60_000);
  const fresh = await console.signIn('caio@escola.test', 'manager');
  await change(console, 'site', ['checkout', 'url'], 'https://pay.evil.example/x');
  const { draft, warnings, changes } = await console.get('page/review');
  const warning = /: https:\/\/pay\.evil\.example\/x\n.*recebem um e-mail/;
  expect(warnings).toEqual([expect.stringMatching(warning)]);
  expect(changes).toMatchObject([{ is_sensitive: true }]);
  const publishAs = ({ token }: { token: string }) =>
    console.call('POST', 'page/publish', { draft, confirmed: warnings }, token);
  expect(await publishAs(stale)).toMatchObject({
    status: 401,
    body: { code: 'reauthentication_needed' },
  });
  expect(await console.get('page/publication')).toEqual({ state: 'idle' });
  expect((await publishAs(fresh)).status).toBe(200);
  expect(await waitForEnd(console)).toMatchObject({ state: 'failed' });
  expect(await listPublicationRecords(console)).toEqual({ trail: [], waitMinutes: [], alerts: [] });

  editByHand(console, 'site.yaml', /^( +)pixel: .*$/m, "$1pixel: '123456789012345'");
  const restore = 'page/versions/1/restore';
  expect((await console.call('POST', restore, undefined, stale.token)).status).toBe(401);
  expect((await console.call('POST', restore, undefined, fresh.token)).status).toBe(200);
  await waitForEnd(console);
});

test('records a publication with another checkout address, and mails owners, when the page is built', async () => {
  await using console = await startConsoleData();
  await change(console, 'site', ['checkout', 'url'], 'https://pay.evil.example/x');
  await publishDraft(console);
  expect(await listPublicationRecords(console)).toMatchObject({
    trail: [{ action: 'page.published', operator_email: 'ana@escola.test' }],
    alerts: [
      {
        subject: 'A página passa a cobrar ou a medir em outro lugar',
        fields: [
          { label: 'Quem publicou', value: 'ana@escola.test' },
          { label: 'Aparelho' },
          { label: 'Endereço IP', value: '203.0.113.7' },
        ],
      },
    ],
    waitMinutes: [0],
  });
});

/** Returns the lines of the audit trail and the e-mails to operators that are about publications, and their waits. */
async function listPublicationRecords({ database, now }: ConsoleData) {
  const events = await database
    .selectFrom('outbox_events')
    .select('data')
    .where('type', '=', 'operator.alert')
    .execute();
  const deliveries = await database.selectFrom('deliveries').select('due_at').execute();
  const trail = await database
    .selectFrom('audit')
    .select(['action', 'operator_email'])
    .where('action', 'like', 'page.%')
    .execute();
  const alerts = events.map(({ data }) => JSON.parse(String(data)));
  const waitMinutes = deliveries.map(({ due_at }) =>
    Math.max(0, Math.round((Date.parse(due_at) - now()) / 60_000)),
  );
  return { trail, waitMinutes, alerts: alerts.filter(({ kicker }) => kicker === 'Sua página') };
}

test('keeps the page, the files and the draft when a publication fails', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'Nunca no ar');
  // The loader accepts this picture, but the build cannot read it.
  writeFileSync(ownFile(console, 'images/membro-1.png'), 'not a picture');
  const before = readFileSync(ownFile(console, 'hero.yaml'), 'utf8');
  const { problems } = await console.get('page/review');
  expect(problems).toMatchObject([{ sentence: expect.stringContaining('membro-1.png') }]);
  expect(await publishDraft(console, { env: {} })).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/^- A imagem "membro-1.png"/),
  });
  expect(readFileSync(ownFile(console, 'hero.yaml'), 'utf8')).toBe(before);
  expect(await readFile(console, 'hero')).toMatchObject({ value: { title: 'Nunca no ar' } });
  const { items } = await console.get('page/versions');
  expect(items).toHaveLength(1);
});

test('records no version when the disk is nearly full', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'Nunca no ar');
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ ...fs.statfsSync('/'), bavail: 16, bsize: 4_096 });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  expect(await publishDraft(console)).toMatchObject({
    state: 'failed',
    reason: 'O disco do servidor está cheio. Libere espaço e tente de novo.',
  });
  expect((await console.get('page/versions')).items).toMatchObject([{ kind: 'start' }]);
});

test('reports a publication as done when the draft cannot be dropped after the build', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'No ar');
  await sql`create trigger full_disk before delete on page_drafts
    begin select raise(abort, 'database or disk is full'); end`.execute(console.database);
  expect(await publishDraft(console)).toMatchObject({ state: 'done', number: 2 });
  expect((await console.get('page/versions')).items[0]).toMatchObject({ number: 2 });
  expect(await readFile(console, 'hero')).toMatchObject({ value: { title: 'No ar' }, changed: [] });
});

test('reports a publication as done when the built page cannot be read back', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'No ar');
  const served = { listenAddress: 'http://127.0.0.1:9', siteDir: '/dev/null/none' };
  expect(await publishDraft(console, served)).toMatchObject({ state: 'done', is_verified: false });
});

test('verifies a served page in which the server has filled the number of seats', async () => {
  await using console = await startConsoleData();
  await using app = await startApp({
    site: {
      'index.html': `<html data-seats="${SEATS_PLACEHOLDER}"><p>Restam ${SEATS_PLACEHOLDER} vagas.</p></html>`,
      'site.json': makeSiteInfo({ seats: { total: 1, product: null } }),
    },
  });
  await changeTitle(console, 'No ar');
  const served = { listenAddress: app.address, siteDir: app.siteDir };
  expect(await publishDraft(console, served)).toMatchObject({ state: 'done', is_verified: true });
});

test('keeps version, audit line and e-mail before a file of the page changes, so that a kill leaves no page without them', async () => {
  await using console = await startConsoleData();
  await change(console, 'site', ['checkout', 'url'], 'https://pay.evil.example/x');
  const { draft } = await console.get('page/review');
  let isWriting = false;
  // The process is killed here: nothing comes after.
  const writeTexts = () =>
    new Promise<void>(() => {
      isWriting = true;
    });
  const publisher = startPublisher(console, { writeTexts });
  await publisher.publish(draft, ANA);
  await expect.poll(() => isWriting).toBe(true);
  expect((await console.get('page/versions')).items).toMatchObject([
    { number: 2, kind: 'publish' },
    { number: 1, kind: 'start' },
  ]);
  expect(await listPublicationRecords(console)).toMatchObject({
    trail: [{ action: 'page.published', operator_email: 'ana@escola.test' }],
    alerts: [{ subject: 'A página passa a cobrar ou a medir em outro lugar' }],
    // The e-mail waits, because a build may fail.
    waitMinutes: [15],
  });
});

test('stores with a version the test that it ended, with the text that was kept', async () => {
  await using console = await startConsoleData();
  const { value } = await readFile(console, 'hero');
  await changeTitle(console, 'Outra promessa');
  const test = 'test:\n  name: Título\n  field: hero.title\n  text: Outra promessa\n';
  editByHand(console, 'site.yaml', /$/, test);
  await change(console, 'site', ['test'], undefined);
  await publishDraft(console);
  const ends = await console.database
    .selectFrom('page_versions')
    .select('ended_test')
    .orderBy('number')
    .execute();
  expect(ends.map(({ ended_test }) => JSON.parse(ended_test ?? 'null'))).toEqual([
    null,
    { name: 'Título', texts: { a: Object(value).title, b: 'Outra promessa' }, kept: 'b' },
  ]);
});

test('gives the number of a version that was not published to the next one', async () => {
  await using console = await startConsoleData();
  const deps = { database: console.database, now: console.now };
  const version = { kind: 'publish', restored: null, changes: 1, by: 'ana@escola.test' } as const;
  const add = () => addVersion(deps, { ...version, texts: {} });
  expect([await add(), await add()]).toEqual([1, 2]);
  await withdrawPublication(deps, { number: 2, auditId: 0, alerts: [] });
  expect(await add()).toBe(2);
});

test('asks before the demonstration takes the place of a folder that was removed', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'No rascunho');
  expect(await console.get('page/review')).toMatchObject({ warnings: [] });
  const start = { kind: 'start', restored: null, changes: 0, published_by: '' } as const;
  const at = new Date(0).toISOString();
  await console.database
    .insertInto('page_versions')
    .values({ ...start, number: 1, at, files: '{}' })
    .execute();
  rmSync(join(String(console.env.DATA_DIR), 'content'), { recursive: true });
  expect(await console.get('page/review')).toMatchObject({
    warnings: [expect.stringContaining('não existe mais')],
  });
});
