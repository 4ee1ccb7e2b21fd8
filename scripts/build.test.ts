import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildPart, recoverFromKilledBuild, swapBuild } from './build-part.ts';
import {
  buildSite,
  copyPreviousAssets,
  describeMissingFiles,
  findPathProblem,
} from './site-build.ts';

function makeBuilds() {
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

test('replaces the current site by the next one', () => {
  using builds = makeBuilds();
  builds.write('dist/index.html', 'antes');
  builds.write('.build/next/index.html', 'depois');
  swapBuild(builds.workFolder, builds.dist);
  expect(builds.read('dist/index.html')).toBe('depois');
  expect(readdirSync(builds.workFolder)).toEqual([]);
  recoverFromKilledBuild(builds.workFolder, builds.dist);
  expect(builds.read('dist/index.html')).toBe('depois');
});

test('refuses to build into a folder that has other files and no page', async () => {
  using builds = makeBuilds();
  builds.write('dist/contrato.pdf', 'assinado');
  vi.stubEnv('SITE_DIR', builds.dist);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await buildSite()).toEqual({
    ok: false,
    reason:
      `A pasta da página gerada, ${builds.dist}, tem outros arquivos e nenhuma página. ` +
      'Ponha em SITE_DIR uma pasta vazia ou que não existe.',
  });
  expect(readdirSync(builds.dist)).toEqual(['contrato.pdf']);
});

test('names the folder that cannot be written, and the setting that chooses it', async () => {
  using builds = makeBuilds();
  builds.write('pagina', 'a file');
  const folder = join(builds.dist, '..', 'pagina');
  vi.stubEnv('SITE_DIR', join(folder, 'dist'));
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await buildSite()).toEqual({
    ok: false,
    reason: `${folder} não é uma pasta. Escolha outra em SITE_DIR, no .env.`,
  });
});

test('explains that a copied build filled the disk, and removes the incomplete copy', async () => {
  using builds = makeBuilds();
  const outcome = await buildPart({
    folder: builds.workFolder,
    dist: builds.dist,
    name: 'a página',
    hashInputs: () => 'new',
    async build(next) {
      writeFileSync(join(next, 'index.html'), 'half');
      const [path, dest] = [join(builds.dist, '../copied'), join(next, 'copied')];
      throw Object.assign(new Error(), { code: 'ENOSPC', syscall: 'copyfile', path, dest });
    },
  });
  const fullDisk = `O disco de ${join(builds.workFolder, 'next/copied')} está cheio (ENOSPC). Libere espaço.`;
  expect(outcome).toEqual({ ok: false, reason: fullDisk });
  expect(existsSync(join(builds.workFolder, 'next'))).toBe(false);
});

test('restores the site when a build was killed while it replaced `dist`', () => {
  using builds = makeBuilds();
  builds.write('.build/previous/index.html', 'antes');
  builds.write('.build/next/index.html', 'metade');
  recoverFromKilledBuild(builds.workFolder, builds.dist);
  expect(builds.read('dist/index.html')).toBe('antes');
  expect(readdirSync(builds.workFolder)).toEqual([]);
});

const march = (day: number) => new Date(Date.UTC(2026, 2, day, 12));

test('keeps scripts of a replaced page for a day, but no pictures', () => {
  using builds = makeBuilds();
  builds.write('dist/_astro/form.old.js', 'old');
  builds.write('dist/_astro/form.old.js.br', 'old');
  builds.write('dist/_astro/face.old.avif', 'old');
  builds.write('second/_astro/form.new.js', 'new');
  builds.write('third/_astro/form.newer.js', 'newer');
  builds.write('fourth/_astro/form.newest.js', 'newest');
  const at = (name: string) => join(builds.dist, '..', name);

  copyPreviousAssets(at('dist'), at('second'), march(1));
  expect(builds.read('second/_astro/form.old.js')).toBe('old');
  expect(builds.read('second/_astro/form.old.js.br')).toBe('old');
  expect(builds.read('second/_astro/face.old.avif')).toBeNull();

  copyPreviousAssets(at('second'), at('third'), new Date(march(2).getTime() - 1));
  expect(builds.read('third/_astro/form.old.js')).toBe('old');
  expect(builds.read('third/_astro/form.new.js')).toBe('new');

  copyPreviousAssets(at('third'), at('fourth'), march(3));
  expect(builds.read('fourth/_astro/form.old.js')).toBeNull();
  expect(builds.read('fourth/_astro/form.newer.js')).toBe('newer');
});

test('finds missing pages and missing assets in a built site', () => {
  using builds = makeBuilds();
  builds.write('dist/index.html', '<script src="/_astro/a.js"></script>');
  expect(describeMissingFiles(builds.dist)).toEqual([
    '404.html não foi gerado.',
    '500.html não foi gerado.',
    'site.json não foi gerado.',
  ]);
  for (const name of ['404.html', '500.html', 'site.json']) builds.write(`dist/${name}`, 'x');
  expect(describeMissingFiles(builds.dist)).toEqual([
    'A página usa /_astro/a.js, que não foi gerado.',
  ]);
  builds.write('dist/_astro/a.js', 'x');
  expect(describeMissingFiles(builds.dist)).toEqual([]);
});

test.each(['#', '%', '?', '*'])('reports %s in the path', (character) => {
  expect(findPathProblem(`/srv/a${character}b/app`)).toBe(
    `O caminho da pasta, /srv/a${character}b/app, tem “${character}”, e a ferramenta que constrói a página ` +
      'não o entende: mude o nome da pasta para um sem #, %, ? e * e repita o comando.',
  );
});

test('accepts spaces and accents in the path', () => {
  expect(findPathProblem('/srv/Minha página (nova)/app')).toBeNull();
});
