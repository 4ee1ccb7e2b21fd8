import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { listTrackedFiles } from '../testkit/tracked-files.ts';
import { root } from './build-part.ts';
import { FILES_WITH_TABLES, fillTables } from './fill-tables.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Returns the anchors that GitHub gives to a page's headings. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('links only to existing pages and headings', () => {
  const broken = listTrackedFiles('*.md').flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([link, path = '', anchor]) => {
        const file = path === '' ? page : join(dirname(page), path);
        if (!existsSync(join(root, file))) return [`${page}: ${link}`];
        const isFound = anchor === undefined || anchorsOf(read(file)).includes(anchor);
        return isFound ? [] : [`${page}: ${link}`];
      },
    ),
  );
  expect(broken).toEqual([]);
});

test('names only existing pages in code and settings', () => {
  const files = listTrackedFiles('*.ts', '*.tsx', '*.yaml', '*.sql', '.env.example', 'Dockerfile');
  const missing = files
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...read(file).matchAll(/(?<![\w/.])docs\/[\w./-]+\.md/g)].flatMap(([page]) =>
        existsSync(join(root, page)) ? [] : [`${file}: ${page}`],
      ),
    );
  expect(missing).toEqual([]);
});

const SOURCE_PATH =
  /(?<![\w./@:*<>…-])[\w./-]*\w\.(?:tsx?|mjs|js|css|astro|sql|yaml|md)(?::\d+)?(?![\w*?])/g;
const CODE = ['*.ts', '*.tsx', '*.mjs', '*.js', '*.css', '*.astro', '*.sql'];
const DOCUMENTS = listTrackedFiles('*.md').filter(
  (page) => page !== 'CHANGELOG.md' && !/^\S+ · superseded/m.test(read(page)),
);

/** Returns the source paths in a text that name no file, or a line after its file's end. */
function findLostPaths(file: string, text: string, tracked: readonly string[]): string[] {
  return [...text.matchAll(SOURCE_PATH)].flatMap(([reference]) => {
    const [path = '', line = '1'] = reference.split(':');
    const named = path.startsWith('.') ? normalize(join(dirname(file), path)) : path;
    const isFound = tracked.some(
      (other) =>
        `/${other}`.endsWith(`/${named}`) && read(other).split('\n').length >= Number(line),
    );
    return isFound ? [] : [`${file}: ${reference}`];
  });
}

test('names only existing source files and lines in documents and comments', () => {
  const tracked = listTrackedFiles();
  const inDocuments = DOCUMENTS.flatMap((page) =>
    [...read(page).matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
      findLostPaths(page, code, tracked),
    ),
  );
  const inComments = listTrackedFiles(...CODE).flatMap((file) => {
    const comments = read(file).match(/^\s*(?:\{?\/\*|\*|\/\/|--).*$/gm) ?? [];
    // Comments with an address of another host are skipped, because their paths are in another repository.
    const ours = comments.filter((comment) => !/\w\.\w+\/|`\//.test(comment));
    return findLostPaths(file, ours.join('\n'), tracked);
  });
  expect([...inDocuments, ...inComments]).toEqual([]);
});

test('names only existing tests beside the attacks of SECURITY.md', () => {
  const [, rows = ''] = read('SECURITY.md').split('| --- | --- | --- |');
  const testCells = rows
    .split('\n')
    .map((row) => row.split('|').at(-2))
    .join('');
  const tests = [...testCells.matchAll(/`([^`]+)`/g)].map(([, name]) => `${name}.test.ts`);
  expect(tests).toContain('process.test.ts');
  const isMissing = (test: string) =>
    ['server/tests', '.'].every((folder) => !existsSync(join(root, folder, test)));
  expect(tests.filter(isMissing)).toEqual([]);
});

test('names only existing identifiers in the documents about the code', () => {
  const code = listTrackedFiles(...CODE, '*.yaml', '*.json', '.env.example')
    .map(read)
    .join('\n');
  const words = new Set(code.match(/[\w$]+/g));
  const lost = ['docs/architecture.md', 'docs/changing.md'].flatMap((page) =>
    [...read(page).matchAll(/`(\w+)`/g)].flatMap(([, name = '']) =>
      words.has(name) ? [] : [`${page}: ${name}`],
    ),
  );
  expect(lost).toEqual([]);
});

test('lists every page in the index, and every view of the console', () => {
  const index = read('docs/README.md');
  const pages = listTrackedFiles('docs/*.md').filter((page) => /^docs\/[^/]+\.md$/.test(page));
  expect(
    pages.filter((page) => page !== 'docs/README.md' && !index.includes(page.slice(5))),
  ).toEqual([]);
  const views = read('console/src/views.ts').matchAll(/label: '([^']+)'/g);
  const described = read('docs/telas.md');
  expect([...views].filter(([, label]) => !described.includes(`**${label}**`))).toEqual([]);
});

test('passes each setting of .env.example to the container, except settings that its image sets', () => {
  const ofImage = /^(DATA_DIR|BACKUP_DIR|HOST|PORT|CONSOLE_PORT|PUBLIC_SUPABASE_\w+)$/;
  const names = [...read('.env.example').matchAll(/^#(\w+)=/gm)].flatMap(([, name = '']) => name);
  const compose = read('compose.yaml');
  expect(names.filter((name) => !ofImage.test(name) && !compose.includes(` ${name}:`))).toEqual([]);
});

test.each(FILES_WITH_TABLES)('has up-to-date tables in %s (renew: `npm run manual`)', (file) => {
  expect(read(file)).toContain('manual:');
  expect(read(file)).not.toContain('undefined');
  expect(read(file)).toBe(fillTables(read(file)));
});
