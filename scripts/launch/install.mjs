// Installs Node and the packages before the project's own code runs.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explainExit } from './explain-exit.mjs';
import { acquireLock } from './lock.mjs';

/**
 * @typedef {'serve' | 'all'} PackageScope without or with development packages
 * @typedef {{ version?: string, dev?: boolean, devOptional?: boolean, optional?: boolean, link?: boolean,
 *   os?: string[], cpu?: string[], libc?: string[] }} LockedPackage
 * @typedef {{ path: string, problem?: undefined } | { problem: string }} NodeCandidate
 */

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const runtime = join(root, 'scripts', 'runtime');
/** The file that npm writes at the end of an installation. */
const installedFile = join(root, 'node_modules', '.package-lock.json');
/** The first version with `using`, type stripping and `node:sqlite`. */
const NODE_MAJOR = 24;
const runningVersion = process.versions.node;
const runningMajor = Number(runningVersion.split('.')[0]);

/**
 * Returns a file's JSON; {} for a missing file, and for one that a full disk cut off.
 * @param {string} file
 */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** @param {string} message advice to the operator */
const adviseError = (message) => Object.assign(new Error(message), { name: 'InstallError' });

/** Advice by the error codes of npm and of the system. @type {[RegExp, string][]} */
const ADVICE_BY_ERROR_CODE = [
  [/ENOSPC|EDQUOT/, 'Falta espaço no disco: libere cerca de 1 GB e repita o comando.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONN|UNREACH|TIMEOUT|ETIMEDOUT/,
    'O npm não alcança o registro de pacotes: confira a rede e repita o comando.',
  ],
  [
    /EACCES|EPERM|EROFS/,
    `Falta instalar o que o projeto usa, e este usuário não pode escrever em ${root}. ` +
      'Rode “npm start” uma vez com o dono da pasta e repita o comando.',
  ],
];

/** @param {string} text */
const findAdvice = (text) => ADVICE_BY_ERROR_CODE.find(([codes]) => codes.test(text))?.[1];

const NOT_INSTALLED =
  'O Node do projeto não pôde ser instalado: confira a rede e o espaço no disco e repita o comando. ' +
  `Ou instale o Node ${NODE_MAJOR} (https://nodejs.org).`;

/** Returns the Node of `scripts/runtime`, or why it does not run. @returns {NodeCandidate} */
function findBundledNode() {
  const isWindows = process.platform === 'win32';
  const path = `node_modules/node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const locked = readJson(join(runtime, 'package-lock.json')).packages[path];
  if (!locked) return { problem: `não existe para ${process.platform} ${process.arch}` };
  const node = join(runtime, path, 'bin', isWindows ? 'node.exe' : 'node');
  const { version } = readJson(join(runtime, path, 'package.json'));
  if (version !== locked.version || !existsSync(node)) return { problem: NOT_INSTALLED };
  const { status, stderr, error } = spawnSync(node, ['--version']);
  const cause = error ? error.message : String(stderr).trim().split('\n')[0];
  return status === 0 ? { path: node } : { problem: `não roda aqui (${cause})` };
}

/**
 * Returns the running Node if it has the tested major version, or is newer and the bundled one cannot run here.
 * @returns {NodeCandidate}
 */
function findNode() {
  const runningNode = { path: process.execPath };
  if (runningMajor === NODE_MAJOR) return runningNode;
  const bundledNode = findBundledNode();
  const cannotRun = bundledNode.problem !== undefined && bundledNode.problem !== NOT_INSTALLED;
  return cannotRun && runningMajor > NODE_MAJOR ? runningNode : bundledNode;
}

const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
  process.report.getReport()
);
const libc = header.glibcVersionRuntime ? 'glibc' : 'musl';

/** @param {LockedPackage} locked an optional package */
const fitsMachine = (locked) =>
  Boolean(locked.os?.includes(process.platform) && locked.cpu?.includes(process.arch)) &&
  (!locked.libc || locked.libc.includes(libc));

/**
 * Lists packages whose version is not the lockfile's, because npm silently skips native ones that it cannot download.
 * @param {PackageScope} scope
 */
function listMissing(scope) {
  /** @type {[string, LockedPackage][]} */
  const expected = Object.entries(readJson(join(root, 'package-lock.json')).packages);
  const installed = readJson(installedFile).packages ?? {};
  return expected
    .filter(([path, { version, dev, devOptional, optional, link, ...locked }]) => {
      if (link) return !existsSync(join(root, path));
      if (!path.includes('node_modules/') || installed[path]?.version === version) return false;
      if (scope === 'serve' && (dev || devOptional)) return false;
      return !optional || fitsMachine(locked);
    })
    .map(([path]) => path);
}

/** Returns npm's JavaScript file, which any Node can run. */
function findNpm() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const npmFile = [process.env.npm_execpath ?? '', ...folders.map((folder) => join(folder, 'npm'))]
    .filter((file) => existsSync(file))
    .map((file) => realpathSync(file))
    .find((file) => basename(file) === 'npm-cli.js');
  if (npmFile) return npmFile;
  throw adviseError('Não encontrei o npm. Instale-o (no Debian, “apt install npm”) e repita.');
}

/** Returns flags for npm's cache, because a system user may have no home folder for it. */
function listCacheFlags() {
  try {
    accessSync(homedir(), constants.W_OK);
    return [];
  } catch {
    return [`--cache=${join(root, '.build', 'npm')}`];
  }
}

/**
 * Runs npm, whose output goes to the standard error.
 * @param {{ node: string, args: string[], cwd: string, onStart: (pid: number | undefined) => void }} call `node` runs
 * npm and its install scripts
 */
async function runNpm({ node, args, cwd, onStart }) {
  // npm aborts a stalled request after a minute and retries it twice.
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-timeout=60000'];
  // Hides deprecation warnings about npm's own code.
  const npm = ['--no-deprecation', findNpm(), ...args, ...flags, ...listCacheFlags()];
  const path = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  // Trusts the system's certificates, such as that of a company's proxy.
  const env = { NODE_USE_SYSTEM_CA: '1', ...process.env, PATH: path };
  const child = spawn(node, npm, { cwd, stdio: ['ignore', 2, 'pipe'], env });
  onStart(child.pid);
  let output = '';
  child.stderr?.on('data', (text) => {
    output += text;
    process.stderr.write(text);
  });
  const start = Date.now();
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - start) / 1000);
    process.stderr.write(`Ainda instalando, há ${seconds} s: o npm espera a rede ou o disco.\n`);
  }, 30_000);
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  let isStopped = false;
  for (const signal of signals) {
    process.once(signal, () => {
      isStopped = true;
      // Debian's npm ends only at the second signal, and the next command repeats an interrupted installation.
      child.kill('SIGKILL');
    });
  }
  const [code, signal] = await once(child, 'close');
  clearInterval(timer);
  if (isStopped) throw adviseError('A instalação foi interrompida. Repita o comando.');
  if (code === 0) return;
  const reason = explainExit('A instalação', { code, signal }) ?? findAdvice(output);
  throw adviseError(reason ?? 'O npm falhou; a causa está nas linhas acima.');
}

/** Returns the Node that runs the project. @param {PackageScope} scope */
export async function install(scope) {
  const node = findNode();
  if (node.problem === undefined && listMissing(scope).length === 0) return node.path;
  try {
    // Two installations would remove each other's files.
    const lock = await acquireLock(join(root, '.build', 'install.lock'), () =>
      process.stderr.write('Outra instalação trabalha nesta pasta: espero que ela termine…\n'),
    );
    try {
      const projectNode = await installNode(lock.shareWith);
      if (listMissing(scope).length > 0) await installPackages(scope, projectNode, lock.shareWith);
      return projectNode;
    } finally {
      lock.release();
    }
  } catch (error) {
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
    throw findAdvice(code) ? adviseError(`${findAdvice(code)}`) : error;
  }
}

/** @param {(pid: number | undefined) => void} onStart */
async function installNode(onStart) {
  if (findNode().problem === NOT_INSTALLED) {
    process.stderr.write('Instalando o Node do projeto (só na primeira vez)…\n');
    // By the new Node, because npm skips native packages whose `engines` reject the Node that runs npm.
    const args = ['ci', '--include=optional', '--ignore-scripts'];
    await runNpm({ node: process.execPath, args, cwd: runtime, onStart });
  }
  const node = findNode();
  if (node.problem === undefined) return node.path;
  if (node.problem === NOT_INSTALLED) throw adviseError(NOT_INSTALLED);
  throw adviseError(
    `Nenhum Node serve aqui: o que vem com o projeto ${node.problem}, e o desta máquina é o ` +
      `${runningVersion}. Instale o Node ${NODE_MAJOR} (https://nodejs.org) e repita o comando.`,
  );
}

/** @param {PackageScope} scope @param {string} node @param {(pid: number | undefined) => void} onStart */
async function installPackages(scope, node, onStart) {
  process.stderr.write('Instalando as dependências (só na primeira vez)…\n');
  // `npm install` keeps complete packages, which another command may be using. An interrupted installation leaves no
  // list, so the next installation uses `npm ci`, which starts anew.
  const command = existsSync(installedFile) ? ['install', '--no-save'] : ['ci'];
  /** @type {LockedPackage[]} */
  const installed = Object.values(readJson(installedFile).packages ?? {});
  // npm would remove installed development packages unless its arguments include them.
  const needsDev = scope === 'all' || installed.some(({ dev }) => dev);
  rmSync(installedFile, { force: true });
  const packages = needsDev ? ['--include=dev'] : ['--omit=dev', '--ignore-scripts'];
  const args = [...command, '--include=optional', ...packages];
  await runNpm({ node, args, cwd: root, onStart });
  const missing = listMissing(scope);
  if (missing.length === 0) return;
  const names = missing.slice(0, 3).join(', ');
  throw adviseError(`O npm terminou, mas falta ${names}. Confira a rede e repita o comando.`);
}
