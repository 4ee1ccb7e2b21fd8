// Starts the server. The page can be requested before console and editor are built. If a build fails, the previous
// build stays.
import { join } from 'node:path';
import { explainFinished, finishRestore } from '../server/src/copies/finish-restore.ts';
import { explainError } from '../server/src/doctor/explain-error.ts';
import { explainListenError } from '../server/src/explain-start.ts';
import { readBaseConfig } from '../server/src/settings/resolve-settings.ts';
import { type BuildOutcome, root } from './build-part.ts';
import { whenOrphaned } from './launch/when-orphaned.mjs';
import { runAndReadFailure, stopBuilders } from './run-builder.ts';
import { loadSettingsOrExit } from './settings.ts';
import { buildSite, hasSite } from './site-build.ts';
import { type ListenAddress, waitForAddress } from './try-address.ts';
import { buildConsole, buildPreview } from './vite-builds.ts';

loadSettingsOrExit();
const baseConfig = readBaseConfig(process.env);
if (baseConfig.ok) {
  const { listen, metrics } = baseConfig.config;
  await waitForPort(listen);
  if (metrics !== null) await waitForPort(metrics, 'METRICS_');
  try {
    const replacedFolder = await finishRestore(baseConfig.config);
    if (replacedFolder !== null) process.stdout.write(explainFinished(replacedFolder));
  } catch (error) {
    process.stderr.write(`${explainError(error, baseConfig.config.store)}\n`);
    process.exit(1);
  }
}
const [siteBuild] = await Promise.all([
  buildSite(),
  // Without this cache, the server's threads use more memory.
  runAndReadFailure(join(root, 'server/src/fill-compile-cache.ts'), [], {
    cwd: root,
    name: 'O preparo do servidor',
  }),
]);
if (!siteBuild.ok) {
  process.stderr.write(`${siteBuild.reason}\n\n`);
  if (!hasSite()) {
    process.stderr.write('A página não pôde ser gerada, e não há uma anterior para servir.\n');
    process.exit(1);
  }
  process.stderr.write('A página nova não pôde ser gerada: no ar continua a anterior.\n');
}
await import('../server/src/main.ts');

let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    isStopping = true;
    stopBuilders();
  });
}

// A SIGKILL ends run.mjs before it can pass on a signal.
if (process.env.FUNIL_STARTED_BY === String(process.ppid)) {
  whenOrphaned(() => process.kill(process.pid, 'SIGTERM'));
}

/** Exits with a message if the port cannot be opened. */
async function waitForPort(address: ListenAddress, prefix?: string) {
  const onWait = () =>
    process.stderr.write(`A porta ${address.port} está em uso: espero que ela fique livre…\n`);
  await waitForAddress(address, onWait).catch((error) => {
    process.stderr.write(`${explainListenError(error, address, prefix)}\n`);
    process.exit(1);
  });
}

async function buildUnlessStopping(name: string, build: () => Promise<BuildOutcome>) {
  if (isStopping) return;
  const outcome = await build();
  if (!outcome.ok && !isStopping)
    process.stderr.write(`${outcome.reason}\n${name} não pôde ser gerado.\n`);
}
if (process.env.CONSOLE_PORT?.trim() !== '0') {
  await buildUnlessStopping('O painel', buildConsole);
  await buildUnlessStopping('O editor da página', buildPreview);
}
