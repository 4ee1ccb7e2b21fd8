// Installs Node and npm packages before the project's own code runs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explainExit } from './explain-exit.mjs';
import { acquireLock } from './lock.mjs';
import { runNpm } from './npm.mjs';
import { chooseNode, isNewEnough, majorOf } from './which-node.mjs';

/** @typedef {import('./missing-packages.mjs').Kind} Kind */

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const runtime = join(root, 'scripts', 'runtime');
const stampFile = join(root, 'node_modules', '.funil-installed.json');
const lockFile = join(root, '.build', 'install.lock');
const own = { path: process.execPath, version: process.versions.node };

/** An error whose message advises the operator. */
export class InstallError extends Error {
  /** @override */
  name = 'InstallError';
}

/** npm reports no error if it cannot download an optional package. */
const NOT_INSTALLED = 'não pôde ser instalado (a rede responde?)';

/** @param {string} file */
const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

const platform = process.platform === 'win32' ? 'win' : process.platform;
const runtimeName = `node-${platform}-${process.arch}`;
const runtimeFolder = join(runtime, 'node_modules', runtimeName);
const runtimeVersion = () =>
  readJson(join(runtime, 'package-lock.json')).packages[`node_modules/${runtimeName}`]?.version;

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} name */
function createReadOnlyError(name) {
  return new InstallError(
    `${name} ainda não foi instalado para esta versão, e este usuário não pode escrever em ${root}. ` +
      'Rode “npm start” uma vez com o dono da pasta e repita o comando.',
  );
}

/** Waits for another installation in this folder, because two would remove each other's files. */
const lockInstallation = () =>
  acquireLock(lockFile, () =>
    process.stderr.write('Outra instalação trabalha nesta pasta: espero que ela termine…\n'),
  );

/** @param {{ code: number | null, signal: string | null, isTimedOut: boolean }} exit */
function explainNpmExit(exit) {
  if (!exit.isTimedOut) return explainExit('A instalação', exit);
  return 'A instalação não terminou a tempo e foi encerrada. Confira a rede e o disco, e repita o comando.';
}

/** @param {Kind} kind @param {string} version */
function describeInstallation(kind, version) {
  const lockfile = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  return {
    lockfile: lockfile.digest('hex'),
    kind,
    node: majorOf(version),
    platform: process.platform,
    arch: process.arch,
  };
}

/** @param {Kind} kind @param {string} version */
function isStamped(kind, version) {
  if (!existsSync(stampFile)) return false;
  const stamp = readFileSync(stampFile, 'utf8');
  return [kind, /** @type {const} */ ('all')].some(
    (installed) => stamp === JSON.stringify(describeInstallation(installed, version)),
  );
}

/** @param {Kind} kind @param {string} version */
function writeStamp(kind, version) {
  try {
    writeFileSync(stampFile, JSON.stringify(describeInstallation(kind, version)));
  } catch {
    // In another user's folder the next command repeats the check, which takes half a second.
  }
}

/** @returns {import('./which-node.mjs').Candidate} */
function findBundledNode() {
  const version = runtimeVersion();
  if (version === undefined)
    return { problem: `não existe para ${process.platform} ${process.arch}` };
  const path = join(runtimeFolder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (readJson(join(runtimeFolder, 'package.json')).version !== version || !existsSync(path)) {
    return { problem: NOT_INSTALLED };
  }
  const { status, stderr, error } = spawnSync(path, ['--version'], { timeout: 30_000 });
  if (status === 0) return { path, version };
  const cause = error?.message ?? String(stderr).trim().split('\n')[0];
  return { problem: `não roda aqui (${cause})` };
}

/** Returns the Node that runs the project, and installs it if necessary. @param {Kind} kind */
export async function prepareNode(kind) {
  let bundled = findBundledNode();
  const isOwnSufficient =
    isNewEnough(own.version) && (isStamped(kind, own.version) || !isWritable(runtime));
  if (bundled.problem === NOT_INSTALLED && !isOwnSufficient) {
    if (!isWritable(runtime)) throw createReadOnlyError('O Node do projeto');
    bundled = await installNode();
  }
  const choice = chooseNode(bundled, own);
  if (!choice.ok) throw new InstallError(choice.message);
  return choice;
}

async function installNode() {
  const release = await lockInstallation();
  try {
    const installedMeanwhile = findBundledNode();
    if (installedMeanwhile.problem !== NOT_INSTALLED) return installedMeanwhile;
    process.stderr.write('Instalando o Node do projeto (só na primeira vez)…\n');
    // Installed separately, because this Node then installs the other packages: npm skips native packages whose `engines`
    // reject npm's own Node.
    const args = ['ci', '--include=optional', '--ignore-scripts'];
    const cause = explainNpmExit(await runNpm({ node: own.path, args, cwd: runtime }));
    if (cause !== null) throw new InstallError(cause);
    return findBundledNode();
  } finally {
    release();
  }
}

/** @param {string} node @param {Kind} kind @param {'inherit' | 'ignore'} output */
function isComplete(node, kind, output) {
  const check = join(root, 'scripts', 'launch', 'check-installed.mjs');
  return spawnSync(node, [check, kind], { stdio: ['ignore', 'ignore', output] }).status === 0;
}

/** Installs the lockfile's packages if necessary. @param {Kind} kind @param {{ path: string, version: string }} node */
export async function preparePackages(kind, node) {
  if (isStamped(kind, node.version)) return;
  if (!isComplete(node.path, kind, 'ignore')) {
    if (!isWritable(root)) throw createReadOnlyError('O que o projeto usa');
    await installPackages(kind, node.path);
  }
  writeStamp(kind, node.version);
}

/** @param {Kind} kind @param {string} node */
async function installPackages(kind, node) {
  const release = await lockInstallation();
  try {
    if (isComplete(node, kind, 'ignore')) return;
    process.stderr.write('Instalando as dependências (só na primeira vez)…\n');
    const dev = kind === 'all' ? '--include=dev' : '--omit=dev';
    const exit = await runNpm({ node, args: ['ci', '--include=optional', dev], cwd: root });
    if (exit.code !== 0) {
      throw new InstallError(
        explainNpmExit(exit) ?? 'npm ci falhou; a causa está nas linhas acima.',
      );
    }
    if (!isComplete(node, kind, 'inherit')) {
      throw new InstallError(
        'O npm terminou, mas falta o que as linhas acima dizem. Repita o comando.',
      );
    }
  } finally {
    release();
  }
}
