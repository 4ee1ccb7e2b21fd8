import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeNext, recoverFromKilledBuilds, swapBuild } from './build-part.ts';
import { copyPreviousAssets, findMissingFiles, findPathProblem } from './site-build.ts';

function makeSites() {
  const root = mkdtempSync(join(tmpdir(), 'funil-swap-'));
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const read = (path: string) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null;
  const dist = join(root, 'dist');
  const workFolder = join(root, '.build');
  return {
    write,
    read,
    dist,
    workFolder,
    [Symbol.dispose]: () => rmSync(root, { recursive: true }),
  };
}

/** The id of a process that has ended. */
const endedProcess = () => spawnSync(process.execPath, ['--version']).pid;

test('replaces the present site by the next one completely', () => {
  using sites = makeSites();
  sites.write('dist/index.html', 'antes');
  const next = makeNext(sites.workFolder);
  writeFileSync(join(next, 'index.html'), 'depois');
  swapBuild(sites.workFolder, next, sites.dist);
  expect(sites.read('dist/index.html')).toBe('depois');
  expect(existsSync(next)).toBe(false);
  recoverFromKilledBuilds(sites.workFolder, sites.dist);
  expect(sites.read('dist/index.html')).toBe('depois');
});

test('restores the site when a publication was killed between its two steps', () => {
  using sites = makeSites();
  const pid = endedProcess();
  sites.write(`.build/previous-${pid}/index.html`, 'antes');
  sites.write(`.build/next-${pid}/index.html`, 'metade');
  recoverFromKilledBuilds(sites.workFolder, sites.dist);
  expect(sites.read('dist/index.html')).toBe('antes');
  expect(sites.read(`.build/next-${pid}/index.html`)).toBeNull();
});

test('leaves the running build of another process alone', () => {
  using sites = makeSites();
  sites.write(`.build/next-${process.ppid}/index.html`, 'metade');
  recoverFromKilledBuilds(sites.workFolder, sites.dist);
  expect(sites.read(`.build/next-${process.ppid}/index.html`)).toBe('metade');
});

const MARCH = (day: number) => new Date(Date.UTC(2026, 2, day, 12));

test('keeps the code of a replaced page for a day, but no pictures', () => {
  using sites = makeSites();
  sites.write('dist/_astro/form.old.js', 'old');
  sites.write('dist/_astro/form.old.js.br', 'old');
  sites.write('dist/_astro/face.old.avif', 'old');
  sites.write('second/_astro/form.new.js', 'new');
  sites.write('third/_astro/form.newer.js', 'newer');
  sites.write('fourth/_astro/form.newest.js', 'newest');
  const at = (name: string) => join(sites.dist, '..', name);

  copyPreviousAssets(at('dist'), at('second'), MARCH(1));
  expect(sites.read('second/_astro/form.old.js')).toBe('old');
  expect(sites.read('second/_astro/form.old.js.br')).toBe('old');
  expect(sites.read('second/_astro/face.old.avif')).toBeNull();

  copyPreviousAssets(at('second'), at('third'), new Date(MARCH(2).getTime() - 1));
  expect(sites.read('third/_astro/form.old.js')).toBe('old');
  expect(sites.read('third/_astro/form.new.js')).toBe('new');

  copyPreviousAssets(at('third'), at('fourth'), MARCH(3));
  expect(sites.read('fourth/_astro/form.old.js')).toBeNull();
  expect(sites.read('fourth/_astro/form.newer.js')).toBe('newer');
});

test('finds missing pages and missing files of a page in a built site', () => {
  using sites = makeSites();
  sites.write('dist/index.html', '<script src="/_astro/a.js"></script>');
  expect(findMissingFiles(sites.dist)).toEqual([
    '404.html não foi gerado.',
    '500.html não foi gerado.',
    'site.json não foi gerado.',
  ]);
  for (const name of ['404.html', '500.html', 'site.json']) sites.write(`dist/${name}`, 'x');
  expect(findMissingFiles(sites.dist)).toEqual(['A página usa /_astro/a.js, que não foi gerado.']);
  sites.write('dist/_astro/a.js', 'x');
  expect(findMissingFiles(sites.dist)).toEqual([]);
});

test.each(['#', '%', '?', '*'])('explains that a path with %s cannot be built in', (letter) => {
  expect(findPathProblem(`/srv/a${letter}b/app`)).toBe(
    `O caminho da pasta, /srv/a${letter}b/app, tem “${letter}”, e a ferramenta que constrói a página ` +
      'não o entende: mude o nome da pasta para um sem #, %, ? e * e repita o comando.',
  );
});

test('builds in a path with spaces and accents', () => {
  expect(findPathProblem('/srv/Minha página (nova)/app')).toBeNull();
});
