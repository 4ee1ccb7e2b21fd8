// Runs a TypeScript file of this repository, options for Node before it, given a machine with only
// npm and Node 18 or newer: installs what is missing, then hands over to the Node that came along.
// This file alone is also read by older Nodes, which it refuses in a sentence: no newer syntax here.
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';

const OLDEST_NODE = 18;

/** What tests, measures or draws needs more than what serves the page. */
const NEEDS_ALL = /^(bench\/|scripts\/test\.ts)/;

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** @param {string[]} words */
async function run(words) {
  const place = words.findIndex((word) => !word.startsWith('-'));
  const script = words[place];
  if (!script) return fail('Uso: node scripts/run.mjs [opções do Node] ARQUIVO [argumentos]');
  const { prepareNode, preparePackages, root } = await import('./launch/install.mjs');
  const kind = NEEDS_ALL.test(script) ? 'all' : 'serve';
  const node = await prepareNode(kind);
  await preparePackages(kind, node);
  const args = words.slice(0, place).concat(join(root, script), words.slice(place + 1));
  return startScript(node.path, args, root);
}

/** @param {string} node @param {string[]} args @param {string} cwd */
async function startScript(node, args, cwd) {
  const { explainExit } = await import('./launch/explain-exit.mjs');
  const path = `${dirname(node)}${delimiter}${process.env.PATH || ''}`;
  // What Node makes of a TypeScript file is kept: without it every thread of the server has a compiler of
  // its own in memory, about 14 MB each.
  const kept = process.env.NODE_COMPILE_CACHE || join(cwd, 'node_modules', '.cache', 'node');
  const env = {
    ...process.env,
    PATH: path,
    FUNIL_STARTED_BY: String(process.pid),
    NODE_COMPILE_CACHE: kept,
  };
  // Where npm would run it, so that relative paths mean the same without npm.
  const child = spawn(node, args, { cwd, stdio: 'inherit', env });
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) stopWithParent(child);
  child.on('error', (error) => fail(`${node} não roda: ${error.message}`));
  child.on('exit', (code, signal) => {
    const cause = signal === 'SIGKILL' ? explainExit('O processo', { code, signal }) : null;
    if (cause !== null) process.stderr.write(`${cause}\n`);
    process.exit(code === null ? 1 : code);
  });
}

/**
 * npm signals the shell it put in between, which ends and leaves this process behind.
 * @param {import('node:child_process').ChildProcess} child
 */
function stopWithParent(child) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, 250);
  timer.unref();
}

const version = process.versions.node;
if (Number(version.split('.')[0]) < OLDEST_NODE) {
  fail(
    `É preciso o Node ${OLDEST_NODE} ou mais novo, e aqui está o ${version}. ` +
      'Instale um (https://nodejs.org) e repita o comando.',
  );
}
run(process.argv.slice(2)).catch((error) => {
  fail(error.name === 'InstallError' ? error.message : error.stack);
});
