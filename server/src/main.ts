import { buildApp } from './app.ts';
import { readSettings } from './config/settings-file.ts';
import { startConsole } from './console/start-console.ts';
import { explainListenError, explainStoreError } from './explain-start.ts';
import { startJobThread } from './jobs/start-job-thread.ts';
import { createErrorReporter } from './log/error-reporter.ts';
import { bufferLog } from './log/log-stream.ts';
import { createLogger } from './log/logger.ts';
import { followSettings, readSealedSettings } from './settings/follow-settings.ts';
import { readBaseConfig, resolveSettings } from './settings/resolve-settings.ts';
import { readNewestChange } from './store/capture/capture-store.ts';
import { openStore } from './store/capture/open-store.ts';

/** Kept below the 10 s that service managers wait before they kill the process. */
const STOP_TIMEOUT_MS = 9_000;

const print = (text: string) => void process.stdout.write(text);
function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const environment = readSettings(process.env);
if (!environment.ok) fail(environment.message);
const baseConfig = readBaseConfig(environment.env);
if (!baseConfig.ok) fail(baseConfig.message);
// If the log's reader is gone or its disk is full, lines are lost and the server goes on.
process.stderr.on('error', () => {});
const logStream = bufferLog((text) => process.stderr.write(text));
process.on('exit', () => logStream.flush());
const logger = createLogger(logStream);
const reportError = createErrorReporter(logger);

let storeError: unknown;
const store = await openStore(
  baseConfig.config.store,
  (message, error) => {
    storeError = error;
    reportError(message, error);
  },
  () => print('Atualizando o banco de dados: um banco grande leva alguns minutos.\n'),
);
// The schema must exist before other threads open the database.
if (!(await store.isReady())) {
  process.stderr.write(`${explainStoreError(storeError, baseConfig.config.store)}\n`);
}
const storedSettings = await readSealedSettings(store);
const resolvedSettings = resolveSettings(environment.env, storedSettings ?? []);
if (!resolvedSettings.ok) fail(resolvedSettings.message);
const { config } = resolvedSettings;

const metricsModule = config.metrics === null ? null : await import('./metrics.ts');
const metrics = metricsModule?.createMetrics();
const jobThread = startJobThread({
  config,
  store,
  changesAfter: await readNewestChange(store),
  logStream,
  reportError,
  onMetrics: metrics?.recordDeliveryMetrics,
});
const followedSettings = followSettings({
  env: environment.env,
  config,
  unusable: storedSettings && resolvedSettings.unusable,
  async read() {
    const rows = await readSealedSettings(store);
    // An unreadable database is opened again here, because otherwise only a capture would open it.
    if (rows === null) await store.isReady();
    return rows;
  },
  onChange: (newConfig) => void jobThread.configure(newConfig),
  reportError,
});
const app = await buildApp({
  config,
  currentConfig: () => followedSettings.config,
  unusableSettings: () => followedSettings.unusable,
  store,
  logger,
  addHooks: metrics?.addHooks,
  onNotice: jobThread.onNotice,
  onRefused: jobThread.onRefused,
  onHiddenVisitorAddress: jobThread.onHiddenVisitorAddress,
  onStored: (table) => {
    if (table !== 'jornada') jobThread.onStored();
  },
});

let consoleThread: ReturnType<typeof startConsole> | null = null;
async function drain() {
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  followedSettings.stop();
  await app.close();
  await Promise.all([jobThread.stop(), consoleThread?.stop()]);
  await store.close();
}
let isDraining = false;
// Terminals, npm and shells repeat the signal. Only the first one starts to drain.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (!isDraining) void drain();
    isDraining = true;
  });
}

if (metricsModule && metrics && config.metrics) {
  const address = config.metrics;
  const server = await metricsModule
    .serveMetrics(metrics, address)
    .catch((error) => fail(explainListenError(error, address, 'METRICS_')));
  // After a signal the app is closing and accepts no more hooks.
  if (isDraining) server.close();
  else app.addHook('onClose', async () => void server.close());
}
if (!isDraining) {
  const address = await app
    .listen({ ...config.listen, listenTextResolver: () => 'listening' })
    .catch((error) => fail(explainListenError(error, config.listen)));
  print(`Funil em ${address}\n`);
}
if (isDraining) {
  app.server.close();
} else {
  consoleThread = startConsole(config, {
    env: environment.env,
    logStream,
    reportError,
    print,
    onSignIn: metrics?.countSignIn,
  });
}
