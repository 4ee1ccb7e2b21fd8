// Installs missing packages, then starts a file with the project's Node. The machine may have only npm and Node 18,
// so this file uses no newer syntax.
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';

const OLDEST_NODE = 18;

const NEEDS_DEV_PACKAGES = /^(bench\/|scripts\/test\.ts)/;

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** @param {string[]} args */
async function run(args) {
  const index = args.findIndex((arg) => !arg.startsWith('-'));
  const script = args[index];
  if (!script) return fail('Uso: node scripts/run.mjs [opções do Node] ARQUIVO [argumentos]');
  const { install, root } = await import('./launch/install.mjs');
  const { whenOrphaned } = await import('./launch/when-orphaned.mjs');
  // npm signals only its shell, which does not pass the signal on.
  if (process.env.npm_lifecycle_event) whenOrphaned(() => process.kill(process.pid, 'SIGTERM'));
  const node = await install(NEEDS_DEV_PACKAGES.test(script) ? 'all' : 'serve');
  const nodeArgs = args.slice(0, index).concat(join(root, script), args.slice(index + 1));
  return startScript(node, nodeArgs, root);
}

/** @param {string} node @param {string[]} args @param {string} cwd */
async function startScript(node, args, cwd) {
  const { explainExit } = await import('./launch/explain-exit.mjs');
  const env = {
    // Without this cache each thread of the server loads a TypeScript compiler of about 14 MB.
    NODE_COMPILE_CACHE: join(cwd, 'node_modules', '.cache', 'node'),
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH || ''}`,
    FUNIL_STARTED_BY: String(process.pid),
  };
  // The program starts in the project's root, as with npm, so that relative paths mean the same.
  const child = spawn(node, args, { cwd, stdio: 'inherit', env });
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${node} não roda: ${error.message}`));
  child.on('exit', (code, signal) => {
    const cause = signal === 'SIGKILL' ? explainExit('O processo', { code, signal }) : null;
    if (cause !== null) process.stderr.write(`${cause}\n`);
    process.exit(code === null ? 1 : code);
  });
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
