// Runs a TypeScript file of this repository, options for Node before it, given a machine with only
// npm and Node 18 or newer:
// installs what the lockfile names when it is missing or has changed, then hands over to the Node
// that npm installed. Plain JavaScript without a dependency, since nothing is there before it ran.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.funil-lockfile-sha256');

function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** Whether node_modules holds what the lockfile names, be it by our stamp or by a plain `npm ci`. */
function isInstalled() {
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === lockfileHash();
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      !path.startsWith('node_modules/') || optional || present[path]?.version === version,
  );
}

function install() {
  process.stderr.write('Instalando as dependências (só na primeira vez)…\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail('npm ci falhou; a causa está nas linhas acima.');
}

/** The Node that npm installed, else this one when it is new enough. */
function findNode() {
  const scope = join(root, 'node_modules');
  const packaged = readdirSync(scope)
    .filter((name) =>
      name.startsWith(`node-${process.platform === 'win32' ? 'win' : process.platform}-`),
    )
    .map((name) => join(scope, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'))
    .find((path) => existsSync(path));
  if (packaged) return packaged;
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return process.execPath;
  return fail(
    `Esta máquina (${process.platform} ${process.arch}) precisa do Node ${OLDEST_NODE} ou mais novo; ` +
      `aqui está o ${process.versions.node}. Instale-o e repita o comando.`,
  );
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (!isInstalled()) install();
writeFileSync(stamp, lockfileHash());

const words = process.argv.slice(2);
const place = words.findIndex((word) => !word.startsWith('-'));
const script = words[place];
if (!script) fail('Uso: node scripts/run.mjs [opções do Node] ARQUIVO [argumentos]');
const node = findNode();
const separator = process.platform === 'win32' ? ';' : ':';
const child = spawn(
  node,
  [...words.slice(0, place), join(root, script), ...words.slice(place + 1)],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${dirname(node)}${separator}${process.env.PATH}`,
      FUNIL_STARTED_BY: String(process.pid),
    },
  },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm signals the shell it put in between, which ends and leaves this process behind.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, 250).unref();
}
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
