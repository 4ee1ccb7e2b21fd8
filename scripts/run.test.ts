import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const NEEDED = { 'node_modules/needed': { version: '1.0.0' } };
const TEST = { 'node_modules/test': { version: '1.0.0', dev: true } };
const MACHINE = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
const NATIVE = { 'node_modules/native': MACHINE };
const FOREIGN = {
  'node_modules/mac': { ...MACHINE, os: ['other'] },
  'node_modules/libc': { ...MACHINE, libc: ['other'] },
};

type Packages = Record<string, unknown>;

/** Code of an npm that installs packages. */
const npmOf = (packages: Packages) => `
  import { mkdirSync, writeFileSync } from 'node:fs';
  mkdirSync('node_modules', { recursive: true });
  writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(JSON.stringify({ packages }))});
  console.error(process.argv.slice(2, 6).join(' '));`;

interface Start {
  /** The code of the fake npm; null if the machine has no npm. */
  npm?: string | null;
  script?: string;
  /** The version that the fake Node states. */
  node?: string;
  /** Called with all of stderr so far, whenever the process writes to it. */
  onStderr?: (stderr: string) => void;
}

/** Makes a checkout with the launcher, scripts that print hello, and a fake npm. */
function makeCheckout({ expected, installed }: { expected: Packages; installed?: Packages }) {
  const root = mkdtempSync(join(tmpdir(), 'funil test-'));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const path of ['run.mjs', 'launch']) {
    cpSync(join(import.meta.dirname, path), join(root, 'scripts', path), { recursive: true });
  }
  for (const script of ['hello', 'test']) {
    write(`scripts/${script}.ts`, "console.log('hello from', process.cwd(), process.execPath)");
  }
  const runtime = `node_modules/node-${process.platform}-${process.arch}`;
  write(
    'scripts/runtime/package-lock.json',
    JSON.stringify({ packages: { [runtime]: { version: '24.0.0' } } }),
  );
  write('package.json', '{"type":"module"}');
  write('package-lock.json', JSON.stringify({ packages: expected }));
  if (installed) {
    write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
  }
  return {
    root,
    runtime,
    write,
    async run({ npm = 'process.exit(9)', script = 'hello', node, onStderr }: Start = {}) {
      if (npm !== null) write('npm/npm-cli.js', npm);
      const versions = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'${node}'}})`;
      const options = node ? ['--import', `data:text/javascript,${versions}`] : [];
      const runner = join(root, 'scripts/run.mjs');
      const child = spawn(process.execPath, [...options, runner, `scripts/${script}.ts`], {
        cwd: tmpdir(),
        env: { PATH: root, HOME: root, npm_execpath: join(root, 'npm/npm-cli.js') },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (part: string) => {
        stderr += part;
        onStderr?.(stderr);
      });
      const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
      return { stdout, stderr, code };
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

test('runs the script at the root without installing or writing anything if nothing is missing', async () => {
  const packages = { ...NEEDED, ...NATIVE };
  const expected = { ...packages, ...TEST, ...FOREIGN };
  using checkout = makeCheckout({ expected, installed: packages });
  const { stdout, stderr, code } = await checkout.run();
  expect(stdout).toBe(`hello from ${checkout.root} ${process.execPath}\n`);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(existsSync(join(checkout.root, '.build'))).toBe(false);
});

test('installs a server’s packages afresh when no list of an installation exists', async () => {
  using checkout = makeCheckout({ expected: { ...NEEDED, ...NATIVE, ...TEST } });
  const { stdout, stderr, code } = await checkout.run({ npm: npmOf({ ...NEEDED, ...NATIVE }) });
  expect(stderr).toContain('\nci --include=optional --omit=dev --ignore-scripts\n');
  expect(stdout).toContain('hello');
  expect(code).toBe(0);
});

test('adds development packages for the tests without removing packages that a server may use', async () => {
  using checkout = makeCheckout({ expected: { ...NEEDED, ...TEST }, installed: NEEDED });
  const { stdout, stderr } = await checkout.run({
    npm: `import { existsSync } from 'node:fs';
      if (existsSync('node_modules/.package-lock.json')) throw new Error('would seem complete if killed');
      ${npmOf({ ...NEEDED, ...TEST })}`,
    script: 'test',
  });
  expect(stderr).toContain('\ninstall --no-save --include=optional --include=dev\n');
  expect(stdout).toContain('hello');
});

test('installs another version of a package, and a workspace that npm has not linked', async () => {
  const link = { 'node_modules/@funil/contract': { link: true } };
  const installed = { 'node_modules/needed': { version: '0.9.0' }, ...TEST };
  using checkout = makeCheckout({ expected: { ...NEEDED, ...link }, installed });
  const { stderr } = await checkout.run({ npm: npmOf(NEEDED) });
  // The tests' packages stay.
  expect(stderr).toContain('\ninstall --no-save --include=optional --include=dev\n');
  expect(stderr).toContain('O npm terminou, mas falta node_modules/@funil/contract.');
});

test.each([
  ['npm is killed', "process.kill(process.pid, 'SIGKILL')", /quase sempre por falta de memória/],
  [
    'it is interrupted',
    // Debian's npm ends only at the second signal.
    "process.once('SIGTERM', () => {}); setInterval(() => {}, 1000); process.kill(process.ppid, 'SIGTERM');",
    /A instalação foi interrompida\. Repita o comando/,
  ],
  ['npm skips a native package', npmOf(NEEDED), /falta node_modules\/native\. Confira a rede/],
  ['npm finds no network', fail('EAI_AGAIN'), /não alcança o registro/],
  ['the disk is full', fail('ENOSPC'), /Falta espaço no disco/],
  ['npm may not write', fail('EACCES'), /não pode escrever em .*dono da pasta/],
  ['npm fails', fail('E418'), /npm error code E418\nO npm falhou; a causa está nas linhas acima/],
  ['npm is missing', null, /Não encontrei o npm\. Instale-o/],
])('explains the failure when %s', async (_, npm, reason) => {
  using checkout = makeCheckout({ expected: { ...NEEDED, ...NATIVE } });
  const { stdout, stderr, code } = await checkout.run({ npm });
  expect(stderr).toMatch(/^Instalando as dependências/);
  expect(stderr).toMatch(reason);
  expect([stdout, code]).toEqual(['', 1]);
});

test('ends an installation whose npm command was killed', async () => {
  using checkout = makeCheckout({ expected: NEEDED });
  checkout.write('npm/npm-cli.js', "console.error('npm runs'); setInterval(() => {}, 1000);");
  const runner = join(checkout.root, 'scripts/run.mjs');
  const shell = spawn(
    '/bin/sh',
    ['-c', '"$0" "$1" scripts/hello.ts; :', process.execPath, runner],
    {
      env: { npm_execpath: join(checkout.root, 'npm/npm-cli.js'), npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let stderr = '';
  shell.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
    if (stderr.includes('npm runs')) shell.kill('SIGKILL');
  });
  await once(shell, 'close');
  expect(stderr).toContain('A instalação foi interrompida. Repita o comando.');
});

test('explains that the disk filled up when the project’s Node is incomplete', async () => {
  using checkout = makeCheckout({ expected: NEEDED });
  checkout.write(`scripts/runtime/${checkout.runtime}/package.json`, '');
  const { stderr, code } = await checkout.run({ npm: '', node: '18.20.4' });
  expect(stderr).toContain('não pôde ser instalado: confira a rede e o espaço no disco');
  expect(code).toBe(1);
});

function fail(code: string): string {
  return `console.error('npm error code ${code}'); process.exit(1);`;
}

test('installs once when two commands start concurrently', async () => {
  using checkout = makeCheckout({ expected: NEEDED });
  const npm = `
    import { appendFileSync, existsSync } from 'node:fs';
    appendFileSync('calls', 'x');
    while (!existsSync('other-waits')) await new Promise((resolve) => setTimeout(resolve, 10));
    ${npmOf(NEEDED)}`;
  const onStderr = (stderr: string) => {
    if (stderr.startsWith('Outra instalação')) checkout.write('other-waits', '');
  };
  const start = { npm, onStderr };
  const both = await Promise.all([checkout.run(start), checkout.run(start)]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(readFileSync(join(checkout.root, 'calls'), 'utf8')).toBe('x');
  expect(both.map(({ stderr }) => stderr.split('\n')[0]).sort()).toEqual([
    'Instalando as dependências (só na primeira vez)…',
    'Outra instalação trabalha nesta pasta: espero que ela termine…',
  ]);
});

/** Code of an npm that installs the project's Node, a program with this code, and then no packages. */
const npmWithNode = (program: string) => `
  import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
  const folder = 'node_modules/node-${process.platform}-${process.arch}';
  mkdirSync(folder + '/bin', { recursive: true });
  writeFileSync(folder + '/package.json', '{"version":"24.0.0"}');
  writeFileSync(folder + '/bin/node', ${JSON.stringify(program)}, { mode: 0o755 });`;

test.each(['18.20.8', '26.1.0'])('installs the project’s Node on Node %s', async (node) => {
  using checkout = makeCheckout({ expected: {} });
  const npm = npmWithNode(`#!/bin/sh\nexec '${process.execPath}' "$@"`);
  const { stdout, stderr, code } = await checkout.run({ npm, node });
  expect(stderr).toBe('Instalando o Node do projeto (só na primeira vez)…\n');
  expect(stdout).toContain('hello');
  expect(code).toBe(0);
});

test('runs with a newer Node where the project’s own Node does not run', async () => {
  using checkout = makeCheckout({ expected: {} });
  const npm = npmWithNode('#!/bin/sh\necho no libx.so >&2; exit 1');
  expect((await checkout.run({ npm, node: '26.1.0' })).stdout).toContain('hello');
  expect((await checkout.run({ npm, node: '22.23.3' })).stderr).toMatch(
    /Nenhum Node serve aqui: o que vem com o projeto não roda aqui \(no libx\.so\), e o desta máquina é o 22\.23\.3\. Instale o Node 24/,
  );
});

test.each([
  [
    'the project’s Node was not installed',
    { npm: 'process.exit(0)', node: '18.20.8' },
    '…\nO Node do projeto não pôde ser instalado: confira a rede e o espaço no disco',
  ],
  [
    'Node is too old',
    { node: '16.20.2' },
    'É preciso o Node 18 ou mais novo, e aqui está o 16.20.2.',
  ],
])('explains that %s', async (_, start, sentence) => {
  using checkout = makeCheckout({ expected: {} });
  expect((await checkout.run(start)).stderr).toContain(sentence);
});
