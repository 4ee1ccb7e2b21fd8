import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../testkit/start-app.ts';
import { waitForLock } from '../../src/store/locks.ts';
import { startConsoleData } from '../console/start-console-data.ts';
import { countLockWaits } from '../store/count-lock-waits.ts';
import { change, changeTitle, editByHand, ownFile, readFile } from './edit-draft.ts';

test('keeps a draft and its problems beside the published files until it is discarded', async () => {
  await using console = await startConsoleData();
  const opened = await console.get('page');
  expect(opened.forms.map(({ title }: { title: string }) => title)).toContain('Primeira tela');
  expect(opened).toMatchObject({
    draft: { problems: [] },
    publication: { state: 'idle' },
    publish_obstacle: null,
  });

  const saved = await changeTitle(console, 'Outra promessa');
  expect(saved).toMatchObject({
    status: 200,
    body: { file: { changed_by: 'ana@escola.test' }, problems: [] },
  });
  expect(saved.body.preview.html).toContain('Outra promessa');
  expect(existsSync(ownFile(console, 'site.yaml'))).toBe(true);
  expect(readFileSync(ownFile(console, 'hero.yaml'), 'utf8')).not.toContain('Outra promessa');

  const empty = await changeTitle(console, '');
  expect(empty.body).toMatchObject({
    problems: [{ file: 'hero', path: ['title'], sentence: 'Falta preencher este campo' }],
    preview: null,
  });
  await change(console, 'hero', ['intro'], 'Outra linha');
  const { preview } = await console.get('page/preview');
  expect(preview.html).toContain('Outra linha');
  const { draft } = await console.get('page/review');
  const discarded = await console.call('DELETE', 'page/draft', { draft });
  expect(discarded.body.problems).toEqual([]);
  expect(await readFile(console, 'hero')).toMatchObject({ changed_by: null });
});

test('refuses a stale save unless it repeats the stored value', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'Outra promessa');
  const save = (value: string) =>
    console.call('PATCH', 'page/draft/hero', { path: ['title'], before: 'De antes', value });
  expect(await save('A minha')).toMatchObject({
    status: 409,
    body: { code: 'changed', current: { value: { title: 'Outra promessa' } } },
  });
  // A repeat whose first answer was lost, and another field of the same file.
  expect((await save('Outra promessa')).status).toBe(200);
  expect((await change(console, 'hero', ['intro'], 'Outra linha')).status).toBe(200);
});

test('refuses the first draft when its folder has other files', async () => {
  using folder = makeFolder();
  const contract = join(folder.path, 'contrato.pdf');
  writeFileSync(contract, 'assinado');
  await using console = await startConsoleData('SQLite', { CONTENT_DIR: folder.path });
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

test('compares a draft with a change by hand field by field', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'Do painel');
  editByHand(console, 'hero.yaml', /^eyebrow: .*$/m, 'eyebrow: À mão');
  expect(await readFile(console, 'hero')).toMatchObject({
    value: { title: 'Do painel', eyebrow: 'À mão' },
    file_conflicts: [],
  });
  editByHand(console, 'hero.yaml', /^title: .*$/m, 'title: À mão');
  expect(await readFile(console, 'hero')).toMatchObject({
    value: { title: 'Do painel' },
    file_conflicts: [['title']],
  });
  // A further change in the console still reports the edit by hand.
  const typed = await changeTitle(console, 'Do painel, de novo');
  expect(typed.body.file.file_conflicts).toEqual([['title']]);
});

test('reports no edit by hand when the file has the draft’s text, as after a killed publication', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'Publicado');
  editByHand(console, 'hero.yaml', /^title: .*$/m, 'title: Publicado');
  await changeTitle(console, 'Outro');
  expect(await readFile(console, 'hero')).toMatchObject({
    value: { title: 'Outro' },
    file_conflicts: [],
  });
});

test('keeps every change of a group of fields', async () => {
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

test('discards only the fields that the operator has seen', async () => {
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

test('PostgreSQL: discards a field while a save rewrites the rows of its file', async () => {
  await using console = await startConsoleData('PostgreSQL');
  await changeTitle(console, 'Vista');
  const { changed_at } = await readFile(console, 'hero');
  const { discarded } = await console.database.transaction().execute(async (save) => {
    await waitForLock(save, 'page');
    const rows = await save.selectFrom('page_drafts').selectAll().execute();
    await save.deleteFrom('page_drafts').execute();
    await save.insertInto('page_drafts').values(rows).execute();
    const reviewed = { changed_at, fields: ['title'] };
    const discarded = console.call('DELETE', 'page/draft/hero', reviewed);
    await expect.poll(() => countLockWaits(console.database)).toBe(1);
    return { discarded };
  });
  expect((await discarded).status).toBe(200);
  expect((await readFile(console, 'hero')).changed).toEqual([]);
});

test('discards the whole draft only as the operator has seen it', async () => {
  await using console = await startConsoleData();
  await changeTitle(console, 'Vista');
  const { draft } = await console.get('page/review');
  await change(console, 'hero', ['eyebrow'], 'Salva depois');
  const refused = await console.call('DELETE', 'page/draft', { draft });
  expect(refused).toMatchObject({ status: 409, body: { code: 'changed' } });
  const { value } = await readFile(console, 'hero');
  expect(value).toMatchObject({ title: 'Vista', eyebrow: 'Salva depois' });
});

test('runs no program from a text or an address', async () => {
  await using console = await startConsoleData();
  const hostile = '<img src=x onerror=alert(1)><script>alert(1)</script>';
  const saved = await changeTitle(console, hostile);
  expect(saved.body.preview.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(saved.body.preview.html).not.toContain('<script>alert');
  const links = [{ label: 'a', href: 'javascript:alert(1)' }];
  const refused = await change(console, 'footer', ['links'], links);
  expect(refused.body.problems).toMatchObject([{ file: 'footer', path: ['links', 0, 'href'] }]);
});

test('refuses a value with which a file would be too large or deep', async () => {
  await using console = await startConsoleData();
  const items = Array.from({ length: 10_000 }, () => ({ label: 'a link', href: '#inicio' }));
  const large = await change(console, 'footer', ['links'], items);
  expect(large).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('grande') },
  });
  const nest = (depth: number): unknown => (depth === 0 ? '' : [nest(depth - 1)]);
  expect((await change(console, 'hero', ['a'], nest(900))).status).toBe(422);
  expect((await console.get('page')).draft.problems).toEqual([]);
});

test('refuses a save to a field or file that does not exist', async () => {
  await using console = await startConsoleData();
  for (const path of [[], 'links', ['links', '0'], ['tagline', 'x']]) {
    const save = await console.call('PATCH', 'page/draft/footer', { path, value: 'a' });
    expect(save.status).toBe(422);
  }
  // Every object has fields of the last two names.
  for (const name of ['nothing', 'constructor', 'toString']) {
    const save = await console.call('PATCH', `page/draft/${name}`, { path: ['a'], value: 'b' });
    expect(save.status).toBe(404);
  }
});

test('keeps the draft of a file that was broken by hand', async () => {
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
