import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type {
  DraftFile,
  PageEditorResponse,
  Publication,
} from '@funil/contract/console/page-editor';
import { DAY_MS } from '@funil/contract/durations';
import { readAt } from '@funil/contract/field-values';
import type { PageTexts } from '@funil/contract/page/page-engine';
import { SEATS_PLACE } from '@funil/contract/site/seats';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeFolder, makeSiteInfo, startApp } from '../../../testkit/start-app.ts';
import { startSmtp } from '../../../testkit/start-smtp.ts';
import { createPublisher, type PublisherDependencies } from '../../src/page/publish.ts';
import { addVersion, removeVersion } from '../../src/page/versions.ts';
import { pageEngine } from '../console/start-console.ts';
import { type ConsoleData, startConsoleData } from '../console/start-console-data.ts';
import { STORES, usePostgres } from '../store/open-test-store.ts';

const postgres = await usePostgres();

const ownFile = ({ env }: ConsoleData, name: string) => join(String(env.DATA_DIR), 'content', name);

async function readFile({ get }: ConsoleData, key: string): Promise<DraftFile> {
  const { draft }: PageEditorResponse = await get('page');
  const file = draft.files.find((candidate) => candidate.key === key);
  if (!file) throw new Error(`There is no file ${key}.`);
  return file;
}

/** Saves a field of the draft, as an editor that has just read it. */
async function change(console: ConsoleData, key: string, path: readonly string[], value: unknown) {
  const before = readAt((await readFile(console, key)).value, path);
  return console.call('PATCH', `page/draft/${key}`, { path, before, value });
}

const changeTitle = (console: ConsoleData, title: string) =>
  change(console, 'hero', ['title'], title);

/** Returns a publisher that reviews nothing. */
const startPublisher = (
  console: ConsoleData,
  engine: object = {},
  more: Partial<PublisherDependencies> = {},
) =>
  createPublisher({
    database: console.database,
    engine: Object.assign(Object.create(pageEngine), engine),
    ownDir: ownFile(console, ''),
    siteDir: String(console.env.SITE_DIR),
    listenAddress: null,
    env: {},
    now: console.now,
    ...more,
  });

const ANA = {
  id: 'ana',
  email: 'ana@escola.test',
  isFactorFresh: true,
  client: { address: '203.0.113.7', userAgent: '' },
};

/** The environment of a build that ends at once, and well. */
const EMPTY_BUILD = { NODE_OPTIONS: '--import=data:text/javascript,process.exit(0)' };

const waitForEnd = async ({ get }: ConsoleData): Promise<Publication> => {
  // Builds the whole page.
  const limit = { timeout: 600_000 };
  await expect.poll(async () => (await get('page/publication')).state, limit).not.toBe('running');
  return get('page/publication');
};

test('keeps a draft, finds its problems, and refuses a stale save', async () => {
  await using console = await startConsoleData();
  const opened = await console.get('page');
  expect(opened.forms.map(({ title }: { title: string }) => title)).toContain('Primeira tela');
  expect(opened).toMatchObject({
    draft: { problems: [] },
    publication: { state: 'idle' },
    elsewhere: null,
  });

  const saved = await changeTitle(console, 'Outra promessa');
  expect(saved).toMatchObject({
    status: 200,
    body: { file: { changed_by: 'ana@escola.test' }, problems: [] },
  });
  expect(saved.body.preview.html).toContain('Outra promessa');
  expect(existsSync(ownFile(console, 'site.yaml'))).toBe(true);
  expect(readFileSync(ownFile(console, 'hero.yaml'), 'utf8')).not.toContain('Outra promessa');

  const save = (path: readonly string[], before: unknown, value: unknown) =>
    console.call('PATCH', 'page/draft/hero', { path, before, value });
  expect(await save(['title'], 'De antes', 'A minha')).toMatchObject({
    status: 409,
    body: { code: 'changed', current: { value: { title: 'Outra promessa' } } },
  });
  // A repeat whose first answer was lost, and another field of the same file.
  expect((await save(['title'], 'De antes', 'Outra promessa')).status).toBe(200);
  expect((await change(console, 'hero', ['intro'], 'Outra linha')).status).toBe(200);

  const empty = await changeTitle(console, '');
  expect(empty.body).toMatchObject({
    problems: [
      {
        file: 'hero',
        path: ['title'],
        sentence: 'Falta preencher este campo',
      },
    ],
    preview: null,
  });
  const discarded = await console.call('DELETE', 'page/draft');
  expect(discarded.body.problems).toEqual([]);
  expect(await readFile(console, 'hero')).toMatchObject({ changed_by: null });
});

test('touches no folder that has other files, and says so, when the first draft is saved', async () => {
  using folder = makeFolder();
  const contract = join(folder.path, 'contrato.pdf');
  writeFileSync(contract, 'assinado');
  await using console = await startConsoleData('SQLite', null, { CONTENT_DIR: folder.path });
  expect(await changeTitle(console, 'Outra promessa')).toMatchObject({
    status: 503,
    body: {
      message:
        `A pasta do conteúdo, ${folder.path}, tem outros arquivos e nenhum site.yaml. ` +
        'Devolva o site.yaml a ela, ou ponha em CONTENT_DIR uma pasta vazia ou que não existe.',
    },
  });
  expect(readdirSync(folder.path)).toEqual(['contrato.pdf']);

  rmSync(contract);
  expect((await changeTitle(console, 'Outra promessa')).status).toBe(200);
  expect(existsSync(join(folder.path, 'site.yaml'))).toBe(true);
});

test('offers the sections of a later release in content that was copied before', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'De antes');
  rmSync(ownFile(console, 'faq.yaml'));
  expect(await readFile(console, 'faq')).toMatchObject({ changed_by: null });
});

test('shows a change by hand of another field, and names a field that both changed', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'Do painel');
  const path = ownFile(console, 'hero.yaml');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/^eyebrow: .*$/m, 'eyebrow: À mão'));
  expect(await readFile(console, 'hero')).toMatchObject({
    value: { title: 'Do painel', eyebrow: 'À mão' },
    hand_conflicts: [],
  });
  writeFileSync(path, text.replace(/^title: .*$/m, 'title: À mão'));
  expect(await readFile(console, 'hero')).toMatchObject({
    value: { title: 'Do painel' },
    hand_conflicts: [['title']],
  });
  // A further change in the console still reports the edit by hand.
  const typed = await changeTitle(console, 'Do painel, de novo');
  expect(typed.body.file.hand_conflicts).toEqual([['title']]);
});

test('reports no edit by hand when the file has the draft’s text, as after a killed publication', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'Publicado');
  const path = ownFile(console, 'hero.yaml');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/^title: .*$/m, 'title: Publicado'));
  await changeTitle(console, 'Outro');
  expect(await readFile(console, 'hero')).toMatchObject({
    value: { title: 'Outro' },
    hand_conflicts: [],
  });
});

test('keeps a change of a field of a group, of the group, and the group’s removal', async () => {
  await using console = await startConsoleData();
  const price = async () => Object((await readFile(console, 'offer')).value).price;
  await change(console, 'offer', ['price', 'cash'], '1,00');
  await change(console, 'offer', ['price'], { ...(await price()), cash: '2,00' });
  await change(console, 'offer', ['price', 'cash'], '3,00');
  expect(await price()).toMatchObject({ cash: '3,00' });
  expect(await console.database.selectFrom('page_drafts').select('path').execute()).toEqual([
    { path: '["price"]' },
  ]);
  await change(console, 'offer', ['price'], undefined);
  expect(await price()).toBeUndefined();
});

test('ticks each first step when its field is in the draft', async () => {
  await using console = await startConsoleData();
  const steps = async () => (await console.get('today')).start;
  const none = {
    ...{ named: false, addressed: false, priced: false, checkout: false },
    ...{ on_air: false, published: false, advertised: false },
  };
  expect(await steps()).toEqual(none);
  await change(console, 'site', ['product'], 'Padaria');
  await change(console, 'site', ['url'], 'https://127.0.0.1');
  await change(console, 'offer', ['price', 'cash'], '97,00');
  expect(await steps()).toEqual({ ...none, named: true });
  await change(console, 'offer', ['price', 'installment'], undefined);
  expect(await steps()).toEqual({ ...none, named: true, priced: true });
  await change(console, 'site', ['url'], 'https://padaria.com.br');
  const checkout = { url: 'https://pay.kiwify.com.br/abc', funnel: 'pao' };
  await change(console, 'site', ['checkout'], checkout);
  expect(await steps()).toMatchObject({ addressed: true, checkout: true, published: false });
});

test('discards the fields that the operator has seen, and keeps other fields and later saves', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'Vista');
  await change(console, 'hero', ['intro'], 'De outra parte');
  const changed_at = '2026-03-02T12:00:00.000Z';
  await console.database.updateTable('page_drafts').set({ changed_at }).execute();
  await change(console, 'hero', ['eyebrow'], 'Salva depois');
  await console.call('DELETE', 'page/draft/hero', { changed_at, fields: ['title', 'eyebrow'] });
  expect((await readFile(console, 'hero')).value).toMatchObject({
    title: expect.not.stringMatching('Vista'),
    eyebrow: 'Salva depois',
    intro: 'De outra parte',
  });
});

test('publishes a draft once, keeps versions, and restores one of them', async () => {
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
  expect(warnings.join()).not.toContain('e-mail');
  const product = { names: ['Mentoria'], url: 'https://pay.hotmart.com/A1' };
  await change(console, 'site', ['products'], [product]);
  expect((await console.get('page/review')).warnings).toContainEqual(
    expect.stringContaining('A Hotmart não está ligada, e você vende “Mentoria” por ela'),
  );
});

test('asks a manager for the code when a publication changes where buyers pay', async () => {
  await using smtp = await startSmtp();
  await using console = await startConsoleData('SQLite', null, {
    SMTP_URL: smtp.url(),
    NOTIFY_FROM: 'Escola <avisos@escola.test>',
    NOTIFY_TO: 'vendas@escola.test',
  });
  const stale = await console.signIn('bia@escola.test', 'manager', 11 * 60_000);
  const fresh = await console.signIn('caio@escola.test', 'manager');
  await change(console, 'site', ['checkout', 'url'], 'https://pay.evil.example/x');
  const { draft, warnings, changes } = await console.get('page/review');
  const warning = /“https:\/\/pay\.evil\.example\/x”.*recebem um e-mail/;
  expect(warnings).toEqual([expect.stringMatching(warning)]);
  expect(changes).toMatchObject([{ redirects: true }]);
  const publishAs = ({ token }: { token: string }) =>
    console.call('POST', 'page/publish', { draft, confirmed: warnings }, token);
  expect(await publishAs(stale)).toMatchObject({
    status: 401,
    body: { code: 'reauthentication_needed' },
  });
  expect(await console.get('page/publication')).toEqual({ state: 'idle' });
  expect((await publishAs(fresh)).status).toBe(200);
  // Makes the build fail early.
  writeFileSync(ownFile(console, 'images/membro-1.png'), 'not a picture');
  expect(await waitForEnd(console)).toMatchObject({ state: 'failed' });
  expect(await listPublicationRecords(console)).toEqual({ trail: [], alerts: [] });

  const path = ownFile(console, 'site.yaml');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/^( +)pixel: .*$/m, "$1pixel: '123456789012345'"));
  const restore = 'page/versions/1/restore';
  expect((await console.call('POST', restore, undefined, stale.token)).status).toBe(401);
  expect((await console.call('POST', restore, undefined, fresh.token)).status).toBe(200);
  await waitForEnd(console);
});

test('records a publication, and mails owners about the checkout’s address, when the page is built', async () => {
  await using console = await startConsoleData();
  await change(console, 'site', ['checkout', 'url'], 'https://pay.evil.example/x');
  const { draft } = await console.get('page/review');
  const publisher = startPublisher(console, {}, { env: EMPTY_BUILD });
  await publisher.publish(draft, ANA);
  await publisher.close();
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
  });
});

/** Returns the lines of the audit trail and the e-mails to operators that are about publications. */
async function listPublicationRecords({ database }: ConsoleData) {
  const events = await database
    .selectFrom('outbox_events')
    .select('data')
    .where('type', '=', 'operator.alert')
    .execute();
  const trail = await database
    .selectFrom('audit')
    .select(['action', 'operator_email'])
    .where('action', 'like', 'page.%')
    .execute();
  const alerts = events.map(({ data }) => JSON.parse(String(data)));
  return { trail, alerts: alerts.filter(({ kicker }) => kicker === 'Sua página') };
}

test('keeps the page, the files and the draft when a publication fails', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'Nunca no ar');
  // A picture that the loader knows and the build cannot read.
  writeFileSync(ownFile(console, 'images/membro-1.png'), 'not a picture');
  const before = readFileSync(ownFile(console, 'hero.yaml'), 'utf8');
  const { draft, problems } = await console.get('page/review');
  expect(problems).toMatchObject([{ sentence: expect.stringContaining('membro-1.png') }]);
  const publisher = startPublisher(console);
  await publisher.publish(draft, ANA);
  await publisher.close();
  expect(publisher.publication).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/^- A imagem "membro-1.png"/),
  });
  expect(readFileSync(ownFile(console, 'hero.yaml'), 'utf8')).toBe(before);
  expect(await readFile(console, 'hero')).toMatchObject({ value: { title: 'Nunca no ar' } });
  const { items } = await console.get('page/versions');
  expect(items).toHaveLength(1);
});

test('reports a publication as done when the draft cannot be dropped after the build', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'No ar');
  const { draft } = await console.get('page/review');
  await sql`create trigger full_disk before delete on page_drafts
    begin select raise(abort, 'database or disk is full'); end`.execute(console.database);
  const publisher = startPublisher(console, {}, { env: EMPTY_BUILD });
  await publisher.publish(draft, ANA);
  await publisher.close();
  expect(publisher.publication).toMatchObject({ state: 'done', number: 2 });
  expect((await console.get('page/versions')).items[0]).toMatchObject({ number: 2 });
  expect(await readFile(console, 'hero')).toMatchObject({
    value: { title: 'No ar' },
    changed: [],
  });
});

test('reports a publication as done when the built page cannot be read back', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'No ar');
  const { draft } = await console.get('page/review');
  const served = { listenAddress: 'http://127.0.0.1:9', siteDir: '/dev/null/none' };
  const publisher = startPublisher(console, {}, { env: EMPTY_BUILD, ...served });
  await publisher.publish(draft, ANA);
  await publisher.close();
  expect(publisher.publication).toMatchObject({ state: 'done', is_verified: false });
});

test('verifies a served page in which the server has filled the number of seats', async () => {
  await using console = await startConsoleData();
  await using app = await startApp({
    site: {
      'index.html': `<html data-seats="${SEATS_PLACE}"><p>Restam ${SEATS_PLACE} vagas.</p></html>`,
      'site.json': makeSiteInfo({ seats: { total: 1, product: null } }),
    },
  });
  await changeTitle(console, 'No ar');
  const { draft } = await console.get('page/review');
  const served = { listenAddress: app.address, siteDir: app.siteDir };
  const publisher = startPublisher(console, {}, { env: EMPTY_BUILD, ...served });
  await publisher.publish(draft, ANA);
  await publisher.close();
  expect(publisher.publication).toMatchObject({ state: 'done', is_verified: true });
});

test('keeps the version before a file of the page changes, so that a kill leaves no page without it', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'Meio publicado');
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
});

test.each(STORES)(
  '%s: stores with a version the test that it ended, with the text that was kept',
  async (kind) => {
    await using console = await startConsoleData(kind, postgres);
    const { value } = await readFile(console, 'hero');
    await changeTitle(console, 'Outra promessa');
    const file = ownFile(console, 'site.yaml');
    const test = 'test:\n  name: Título\n  field: hero.title\n  text: Outra promessa\n';
    writeFileSync(file, readFileSync(file, 'utf8') + test);
    await change(console, 'site', ['test'], undefined);
    const { draft } = await console.get('page/review');
    const publisher = startPublisher(console, { writeTexts: () => new Promise(() => undefined) });
    await publisher.publish(draft, ANA);
    const readEnds = () =>
      console.database.selectFrom('page_versions').select('ended_test').orderBy('number').execute();
    await expect.poll(readEnds).toHaveLength(2);
    const [start, published] = await readEnds();
    expect(start?.ended_test).toBeNull();
    expect(JSON.parse(published?.ended_test ?? '')).toEqual({
      name: 'Título',
      texts: { a: Object(value).title, b: 'Outra promessa' },
      kept: 'b',
    });
  },
);

test('gives the number of a version that was not published to the next one', async () => {
  await using console = await startConsoleData();
  const deps = { database: console.database, now: console.now };
  const version = { kind: 'publish', restored: null, changes: 1, by: 'ana@escola.test' } as const;
  const add = () => addVersion(deps, { ...version, texts: {} });
  expect([await add(), await add()]).toEqual([1, 2]);
  await removeVersion(deps, 2);
  expect(await add()).toBe(2);
});

test('removes the original of a picture that nothing uses after a day, however large, and no other', async () => {
  await using console = await startConsoleData();
  const send = async (width: number) => {
    const photo = new Uint8Array(await makePhoto(width, 20).jpeg().toBuffer());
    const { name } = (await upload(console, photo, 'image/jpeg')).body;
    return String(name);
  };
  const originals = join(String(console.env.DATA_DIR), 'originals');
  const [unused, used] = [await send(20), await send(30)];
  writeFileSync(ownFile(console, 'hero.yaml'), `\n# ${used}\n`, { flag: 'a' });
  const old = new Date(Date.now() - 2 * DAY_MS);
  const older = new Date(Date.now() - 3 * DAY_MS);
  // As large as all originals together may be.
  truncateSync(join(originals, unused), 1_073_741_824);
  utimesSync(join(originals, unused), old, old);
  utimesSync(join(originals, used), older, older);
  const fresh = await send(40);
  expect(readdirSync(originals).toSorted()).toEqual([used, fresh].toSorted());
  expect(unused).not.toBe(used);
});

async function upload(
  { address, operator }: ConsoleData,
  bytes: Uint8Array | string,
  type = 'image/png',
  query: Record<string, string> = {},
) {
  const search = new URLSearchParams({ name: 'Foto do João.PNG', ...query });
  const response = await fetch(`${address}/console/v1/page/pictures?${search}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operator.token}`, 'content-type': type },
    body: bytes as BodyInit,
  });
  return { status: response.status, body: await response.json() };
}

const makePhoto = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });

test('crops a picture, turns it upright, removes its metadata and keeps the original apart', async () => {
  await using console = await startConsoleData();
  const photo = await makePhoto(400, 200)
    .withExif({ IFD0: { Artist: 'Ana' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const crop = { left: '0', top: '100', width: '200', height: '150' };
  const stored = await upload(console, new Uint8Array(photo), 'image/jpeg', crop);
  expect(stored).toMatchObject({ status: 200, body: { width: 200, height: 150 } });
  const { name } = stored.body;
  expect(name).toMatch(/^foto-do-joao-[0-9a-f]{8}\.jpg$/);
  const metadata = await sharp(ownFile(console, `images/${name}`)).metadata();
  expect(metadata).toMatchObject({ width: 200, height: 150 });
  expect(metadata.exif).toBeUndefined();
  expect(existsSync(join(String(console.env.DATA_DIR), 'originals', name))).toBe(true);
  const shown = await fetch(`${console.address}/console/v1/page/pictures/${name}?width=100`, {
    headers: { authorization: `Bearer ${console.operator.token}` },
  });
  expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({
    format: 'webp',
    width: 100,
  });
});

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;

test('refuses what is no picture of the page with a sentence, a crop outside of it, and half a crop', async () => {
  await using console = await startConsoleData();
  for (const [bytes, type, reason] of [
    ['not a picture', 'image/png', 'não é uma imagem que se possa ler'],
    [svg('<script>1</script>'), 'image/svg+xml', 'programas'],
    [svg('<g/>'), 'image/png', 'não é uma imagem'],
    [new Uint8Array(40_000_000), 'image/png', 'mais de 20 MB. Diminua'],
    ['GIF89a', 'image/gif', 'PNG, JPEG, WebP ou AVIF'],
  ] as const) {
    const message = expect.stringContaining(reason);
    expect(await upload(console, bytes, type)).toMatchObject({
      status: 422,
      body: { field: 'file', message },
    });
  }
  const photo = new Uint8Array(await makePhoto(20, 20).png().toBuffer());
  const outside = { left: '10', top: '0', width: '20', height: '20' };
  expect(await upload(console, photo, 'image/png', outside)).toMatchObject({ status: 422 });
  expect(await upload(console, photo, 'image/png', { left: '1' })).toMatchObject({ status: 422 });
});

test('serves an SVG with a policy that runs nothing, and the frame with one for its own script', async () => {
  await using console = await startConsoleData();
  const stored = await upload(console, svg('<path d="M0 0h9"/>'), 'image/svg+xml');
  const path = `/console/v1/page/pictures/${stored.body.name}?width=100`;
  const shown = await fetch(`${console.address}${path}`, {
    headers: { authorization: `Bearer ${console.operator.token}` },
  });
  expect(shown.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  );
  const frame = await fetch(`${console.address}/previa`);
  expect(frame.headers.get('content-security-policy')).toMatch(
    /script-src 'sha256-[\w+/=]+'.*frame-ancestors 'self'; sandbox allow-scripts$/,
  );
});

test('shows hostile text as text, and refuses addresses that are programs', async () => {
  await using console = await startConsoleData();
  const hostile = '<img src=x onerror=alert(1)><script>alert(1)</script>';
  const saved = await changeTitle(console, hostile);
  expect(saved.body.preview.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(saved.body.preview.html).not.toContain('<script>alert');
  const links = [{ label: 'a', href: 'javascript:alert(1)' }];
  const refused = await change(console, 'footer', ['links'], links);
  expect(refused.body.problems).toMatchObject([{ file: 'footer', path: ['links', 0, 'href'] }]);
});

test('refuses a file that grows too large or deep, a path that leads to no field, and an unknown file', async () => {
  await using console = await startConsoleData();
  const items = Array.from({ length: 10_000 }, () => ({ label: 'a link', href: '#inicio' }));
  const large = await change(console, 'footer', ['links'], items);
  expect(large).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('grande') },
  });
  for (const path of [[], 'links', ['links', '0'], ['tagline', 'x']]) {
    const save = await console.call('PATCH', 'page/draft/footer', { path, value: 'a' });
    expect(save.status).toBe(422);
  }
  // Every object has fields of the last two names.
  for (const name of ['nothing', 'constructor', 'toString']) {
    const save = await console.call('PATCH', `page/draft/${name}`, { path: ['a'], value: 'b' });
    expect(save.status).toBe(404);
  }
  const nest = (depth: number): unknown => (depth === 0 ? '' : [nest(depth - 1)]);
  expect((await change(console, 'hero', ['a'], nest(900))).status).toBe(422);
  expect((await console.get('page')).draft.problems).toEqual([]);
});

test('says what is wrong with a file broken by hand, and keeps draft and file', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'No rascunho');
  const path = ownFile(console, 'hero.yaml');
  const text = readFileSync(path, 'utf8');
  const broken = text.replace(/^title: .*$/m, 'title: a: b');
  writeFileSync(path, broken);
  const sentence = 'Mudou fora do painel e não pode ser lida; quem a mudou precisa consertá-la';
  const { draft } = await console.get('page');
  expect(draft.problems).toEqual([{ file: 'hero', path: [], sentence }]);
  const save = await console.call('PATCH', 'page/draft/hero', { path: ['title'], value: 'a' });
  expect(save).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('mudou fora do painel') },
  });
  await change(console, 'footer', ['note'], 'a');
  expect(readFileSync(path, 'utf8')).toBe(broken);
  writeFileSync(path, text);
  expect(await readFile(console, 'hero')).toMatchObject({ value: { title: 'No rascunho' } });
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
