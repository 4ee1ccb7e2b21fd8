import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const NEEDED = { 'node_modules/needed': { version: '1.0.0' } };
const NATIVE = {
  'node_modules/native': {
    version: '1.0.0',
    optional: true,
    os: [process.platform],
    cpu: [process.arch],
  },
};

type Packages = Record<string, unknown>;

test.each(['package-lock.json', 'scripts/runtime/package-lock.json'])(
  'names the address of each package in %s, so that npm asks for no list of versions',
  (file) => {
    const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'));
    const paths = Object.keys(packages).filter((path) => path.includes('node_modules/'));
    expect(paths.filter((path) => packages[path].resolved === undefined)).toEqual([]);
  },
);

/** Makes a checkout with the launcher, a script that prints hello, and a fake npm. */
function makeCheckout({ expected, installed }: { expected: Packages; installed: Packages }) {
  const root = mkdtempSync(join(tmpdir(), 'funil-test-'));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const path of ['run.mjs', 'launch']) {
    cpSync(join(import.meta.dirname, path), join(root, 'scripts', path), { recursive: true });
  }
  write('scripts/hello.ts', "console.log('hello from', process.cwd())");
  write('scripts/runtime/package-lock.json', JSON.stringify({ packages: {} }));
  write('package.json', '{"type":"module"}');
  write('package-lock.json', JSON.stringify({ packages: expected }));
  write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
  return {
    root,
    write,
    stamp: join(root, 'node_modules/.funil-installed.json'),
    /** Runs the script; `npm` is the code of the fake npm. */
    async run(npm = 'process.exit(9)') {
      write('npm/npm-cli.js', npm);
      const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'scripts/hello.ts'], {
        cwd: tmpdir(),
        env: { PATH: process.env.PATH, npm_execpath: join(root, 'npm/npm-cli.js') },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit'),
      ]);
      return { stdout, stderr, code };
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

test('runs the script at the root without installing present packages', async () => {
  using checkout = makeCheckout({ expected: NEEDED, installed: NEEDED });
  const { stdout, stderr, code } = await checkout.run();
  expect(stdout).toBe(`hello from ${checkout.root}\n`);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(existsSync(checkout.stamp)).toBe(true);
});

test('runs in a folder that it cannot write to', async () => {
  using checkout = makeCheckout({ expected: NEEDED, installed: NEEDED });
  // Simulates a read-only disk: permissions do not restrict root.
  symlinkSync('/nowhere/at-all', checkout.stamp);
  const { stdout, stderr, code } = await checkout.run();
  expect(stdout).toContain('hello');
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test('installs a native package that npm skipped, without development packages', async () => {
  const expected = { ...NEEDED, ...NATIVE };
  using checkout = makeCheckout({ expected, installed: NEEDED });
  const { stdout, stderr, code } = await checkout.run(`
    import { mkdirSync, writeFileSync } from 'node:fs';
    mkdirSync('node_modules/native', { recursive: true });
    writeFileSync('node_modules/native/package.json', '{}');
    writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(JSON.stringify({ packages: expected }))});
    console.error(process.argv.slice(2, 5).join(' '));
  `);
  expect(stderr).toContain('ci --include=optional --omit=dev\n');
  expect(stdout).toContain('hello');
  expect(code).toBe(0);
});

test('reports an installation without a native package', async () => {
  using checkout = makeCheckout({ expected: NATIVE, installed: {} });
  const { stderr, code } = await checkout.run('process.exit(0)');
  expect(stderr).toContain('Falta node_modules/native\n');
  expect(stderr).toMatch(
    /O npm terminou, mas falta o que as linhas acima dizem\. Repita o comando\.\n$/,
  );
  expect(code).toBe(1);
  expect(existsSync(checkout.stamp)).toBe(false);
});

test('reports a native package that does not load', async () => {
  using checkout = makeCheckout({ expected: NATIVE, installed: NATIVE });
  checkout.write('node_modules/native/package.json', '{"main":"x.node"}');
  checkout.write('node_modules/native/x.node', 'no program');
  const { stderr, code } = await checkout.run('process.exit(0)');
  expect(stderr).toContain('node_modules/native não carrega: ');
  expect(code).toBe(1);
});

test('reports lack of memory when the system kills npm', async () => {
  using checkout = makeCheckout({ expected: NEEDED, installed: {} });
  const { stderr, code } = await checkout.run("process.kill(process.pid, 'SIGKILL')");
  expect(stderr).toMatch(
    /^Instalando as dependências.*\nA instalação não terminou: o sistema encerrou o processo, quase sempre por falta de memória\. .*\n$/,
  );
  expect(code).toBe(1);
});

test('installs once when two commands start concurrently', async () => {
  using checkout = makeCheckout({ expected: NEEDED, installed: {} });
  const npm = `
    import { appendFileSync, writeFileSync } from 'node:fs';
    appendFileSync('calls', 'x');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(JSON.stringify({ packages: NEEDED }))});
  `;
  const both = await Promise.all([checkout.run(npm), checkout.run(npm)]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(readFileSync(join(checkout.root, 'calls'), 'utf8')).toBe('x');
  expect(both.map(({ stderr }) => stderr).sort()).toEqual([
    'Instalando as dependências (só na primeira vez)…\n',
    'Outra instalação trabalha nesta pasta: espero que ela termine…\n',
  ]);
});
