// Lists the rooms (folders of a package) and the imports that are allowed between them. The linter reports circles of
// files (noImportCycles).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listTrackedFiles } from '../testkit/tracked-files.ts';
import { root } from './build-part.ts';

/** The packages that each package may import. Production code may not import tests. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  brand: [],
  content: ['contract', 'brand'],
  site: ['contract', 'brand', 'content'],
  console: ['contract', 'brand'],
  'server/src': ['contract', 'brand'],
  testkit: ['contract', 'content', 'server/src'],
  scripts: ['contract', 'content', 'server/src', 'testkit'],
  'server/tests': ['contract', 'server/src', 'testkit'],
  bench: ['contract', 'server/src', 'testkit'],
  e2e: ['contract', 'content', 'console', 'server/src', 'testkit', 'scripts'],
};

/**
 * The rooms of a package, in lines. A room may import the rooms of earlier lines, but not those of its own line. A
 * file beside the rooms may be listed as a room. A file that is not listed may import no room, but every room may
 * import the file.
 */
const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'server/src': [
    ['concurrency', 'config', 'csv', 'markup'],
    ['site', 'store'],
    ['http'],
    ['ads', 'capture', 'contacts', 'log', 'settings', 'visits'],
    ['operators', 'sales', 'threads'],
    ['forms', 'imports', 'people', 'today'],
    ['deliveries'],
    ['erasure'],
    ['copies'],
    ['connections', 'report'],
    ['doctor', 'jobs'],
    ['page'],
    ['console', 'commands'],
    ['app.ts', 'explain-start.ts', 'metrics.ts'],
    ['main.ts'],
  ],
  'site/src': [
    ['behaviours', 'checkout', 'visitor'],
    ['capture'],
    ['tracking'],
    ['parts', 'third-parties.ts'],
    ['forms', 'sections', 'page-late.ts', 'page-pictures.ts'],
    ['first-paint.ts', 'modules.d.ts', 'page.ts', 'pictures.ts'],
    ['layout'],
    ['pages'],
  ],
  content: [['schema'], ['load'], ['manual'], ['edit']],
  'contract/src': [
    ['capture', 'operators'],
    ['visits'],
    ['ads', 'connections', 'page'],
    ['contacts', 'report'],
    ['sales'],
    ['deliveries', 'imports', 'people', 'settings', 'site', 'today'],
    ['console'],
  ],
  'console/src': [
    ['session', 'style'],
    ['api.ts'],
    ['console-context.ts', 'queries.ts'],
    ['live'],
    ['parts'],
    ['connections', 'deliveries', 'imports', 'people', 'sign-in', 'spend', 'status'],
    ['contacts', 'page'],
    ['report', 'sales', 'shell', 'templates', 'today'],
    ['account'],
    ['router.tsx'],
    ['main.tsx'],
  ],
  testkit: [
    ['databases', 'simulate'],
    ['fakes', 'forms', 'programs', 'test-adapter.ts'],
  ],
};

const SPECIFIER = /(?:from|import)\s*\(?\s*'([^'\s?]+)[^'\s]*'/g;

/** Returns the path or package that an import names. */
function resolveImport(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(file, '..', specifier);
  const [, name, rest = ''] = /^@funil\/([^/]+)\/?(.*)/.exec(specifier) ?? [];
  if (name === undefined) return specifier;
  return name === 'server' ? `server/src/${rest}` : `${name}/${rest}`;
}

interface Import {
  readonly file: string;
  readonly target: string;
}

const files = listTrackedFiles('*.ts', '*.tsx', '*.astro').filter(
  (file) => !file.includes('.test.'),
);

const imports: readonly Import[] = files.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(SPECIFIER)].map(([, specifier = '']) => ({
    file,
    target: resolveImport(file, specifier),
  })),
);

/** Returns the package of a path; undefined if the path is outside this repository, such as a package of npm. */
const packageOf = (path: string) =>
  Object.keys(PACKAGES).find((name) => path === name || path.startsWith(`${name}/`));

test('imports only the packages that the list allows', () => {
  const wrong = imports.filter(({ file, target }) => {
    const [from, to] = [packageOf(file), packageOf(target)];
    return from && to && from !== to && !PACKAGES[from]?.includes(to);
  });
  expect(wrong).toEqual([]);
});

test.each(Object.entries(LAYERS))('imports only lower rooms within %s', (name, layers) => {
  const levelOf = (path: string) => {
    const [, first = ''] = path.startsWith(`${name}/`) ? path.slice(name.length).split('/') : [];
    const level = layers.findIndex((layer) => layer.includes(first));
    const isBaseFile = level < 0 && first.includes('.');
    return { room: `${name}/${isBaseFile ? '' : first}`, level };
  };
  const upwards = imports.flatMap(({ file, target }) => {
    const [from, to] = [levelOf(file), levelOf(target)];
    const isUp = file.startsWith(`${name}/`) && to.level >= from.level && from.room !== to.room;
    return isUp ? [`${file} → ${target}`] : [];
  });
  expect([...new Set(upwards)]).toEqual([]);
});

test('names every room in the list', () => {
  const rooms = Object.keys(LAYERS).flatMap((name) => {
    const inside = files.filter((file) => file.startsWith(`${name}/`));
    const named = LAYERS[name]?.flat() ?? [];
    return inside
      .map((file) => file.slice(name.length + 1).split('/'))
      .filter(([room = '', ...rest]) => rest.length > 0 && !named.includes(room))
      .map(([room]) => `${name}/${room}`);
  });
  expect([...new Set(rooms)]).toEqual([]);
});

test('imports nothing but zod/mini in the contract', () => {
  const foreign = imports.filter(
    ({ file, target }) =>
      file.startsWith('contract/') && !target.startsWith('contract/') && target !== 'zod/mini',
  );
  expect(foreign).toEqual([]);
});

test('imports no section from a section', () => {
  const sections = imports.filter(({ file, target }) =>
    [file, target].every((path) => path.startsWith('site/src/sections/')),
  );
  expect(sections).toEqual([]);
});

test('ships every file that the simulation imports in the image', () => {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  const missing = imports.filter(
    ({ file, target }) =>
      file.startsWith('testkit/simulate/') &&
      /^testkit\/(?!simulate\/)/.test(target) &&
      !ignored.includes(`!${target}`),
  );
  expect(missing).toEqual([]);
});
