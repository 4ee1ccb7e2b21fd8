// What has to be on the disk before the project's own code can run: a Node, and its packages.
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

/** What cannot be mended here, in a sentence for who ran the command. */
export class InstallError extends Error {
  /** @override */
  name = 'InstallError';
}

/** npm says nothing when it could not download a package that it may do without. */
const ABSENT = 'não pôde ser instalado (a rede responde?)';

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
    // Nothing is lost: whether it can be written is what is being asked.
    return false;
  }
}

/** The folder's owner runs npm once; everyone else may run what that left. @param {string} what */
function refuseReadOnly(what) {
  return new InstallError(
    `${what} ainda não foi instalado para esta versão, e este usuário não pode escrever em ${root}. ` +
      'Rode “npm start” uma vez com o dono da pasta e repita o comando.',
  );
}

/** Waits while another process installs in this folder: two would take each other's files away. */
const lockInstallation = () =>
  acquireLock(lockFile, () =>
    process.stderr.write('Outra instalação trabalha nesta pasta: espero que ela termine…\n'),
  );

/** @param {{ code: number | null, signal: string | null, isTimedOut: boolean }} end */
function explainEnd(end) {
  if (!end.isTimedOut) return explainExit('A instalação', end);
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
    (enough) => stamp === JSON.stringify(describeInstallation(enough, version)),
  );
}

/** @param {Kind} kind @param {string} version */
function writeStamp(kind, version) {
  try {
    writeFileSync(stampFile, JSON.stringify(describeInstallation(kind, version)));
  } catch {
    // Another user's folder: only the next command's check is lost, half a second.
  }
}

/** @returns {import('./which-node.mjs').Candidate} */
function findBundledNode() {
  const version = runtimeVersion();
  if (version === undefined)
    return { problem: `não existe para ${process.platform} ${process.arch}` };
  const path = join(runtimeFolder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (readJson(join(runtimeFolder, 'package.json')).version !== version || !existsSync(path)) {
    return { problem: ABSENT };
  }
  const { status, stderr, error } = spawnSync(path, ['--version'], { timeout: 30_000 });
  if (status === 0) return { path, version };
  const cause = error?.message ?? String(stderr).trim().split('\n')[0];
  return { problem: `não roda aqui (${cause})` };
}

/** The Node that runs the project, installed when it has to be. @param {Kind} kind */
export async function prepareNode(kind) {
  let bundled = findBundledNode();
  const canDoWithout =
    isNewEnough(own.version) && (isStamped(kind, own.version) || !isWritable(runtime));
  if (bundled.problem === ABSENT && !canDoWithout) {
    if (!isWritable(runtime)) throw refuseReadOnly('O Node do projeto');
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
    if (installedMeanwhile.problem !== ABSENT) return installedMeanwhile;
    process.stderr.write('Instalando o Node do projeto (só na primeira vez)…\n');
    // Apart from the other packages, which this Node then installs: npm leaves out native parts
    // whose `engines` refuse the Node that it runs on, and puts node_modules/.bin before the PATH.
    const args = ['ci', '--include=optional', '--ignore-scripts'];
    const cause = explainEnd(await runNpm({ node: own.path, args, cwd: runtime }));
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

/** Brings node_modules to what the lockfile names. @param {Kind} kind @param {{ path: string, version: string }} node */
export async function preparePackages(kind, node) {
  if (isStamped(kind, node.version)) return;
  if (!isComplete(node.path, kind, 'ignore')) {
    if (!isWritable(root)) throw refuseReadOnly('O que o projeto usa');
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
    const end = await runNpm({ node, args: ['ci', '--include=optional', dev], cwd: root });
    if (end.code !== 0) {
      throw new InstallError(explainEnd(end) ?? 'npm ci falhou; a causa está nas linhas acima.');
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
