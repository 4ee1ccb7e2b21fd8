import { buildApp } from './app.ts';
import { startConsole } from './background/console.ts';
import { startWork } from './background/work.ts';
import { readConfig } from './config/config.ts';
import { readSettings } from './config/settings-file.ts';
import { bufferLog } from './log/log-stream.ts';
import { createLogger } from './log/logger.ts';
import { logTrouble } from './log/trouble-log.ts';
import { openStore } from './store/open-store.ts';
import { countCaptures } from './store/right-of-way.ts';

/** After this time a stop ends the process regardless: service managers wait 10 s. */
const STOP_TIMEOUT_MS = 9_000;

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const settings = readSettings(process.env);
if (!settings.ok) fail(settings.message);
const result = readConfig(settings.env);
if (!result.ok) fail(result.message);
const { config } = result;
// If the reader is gone or the disk is full, lines are lost and the server goes on.
process.stderr.on('error', () => {});
const logStream = bufferLog((text) => process.stderr.write(text));
// Also after a crash.
process.on('exit', () => logStream.flush());
const logger = createLogger(logStream);

const metricsModule = config.metrics === null ? null : await import('./metrics.ts');
const metrics = metricsModule?.createMetrics();
const reportTrouble = logTrouble(logger);
const captures = countCaptures();
const opened = await openStore(config.store, reportTrouble, () =>
  process.stdout.write('Atualizando o banco de dados: um banco grande leva alguns minutos.\n'),
);
const store = captures.watch(opened);
// Afterwards the schema exists, or the log has the reason why it does not.
await store.isReady();
const work = startWork({
  config,
  captures: captures.memory,
  store,
  begun: await store.readRowNumbers(),
  logStream,
  reportTrouble,
  onNumbers: metrics?.countDeliveries,
});
const app = await buildApp({
  config,
  store,
  logger,
  watch: metrics?.watch,
  onNotice: work.onNotice,
  onStored: (table) => {
    if (table !== 'jornada') work.onStored();
  },
});

let operators: ReturnType<typeof startConsole> | null = null;
async function drain() {
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  await app.close();
  await Promise.all([work.stop(), operators?.stop()]);
  await store.close();
}
let isDraining = false;
// A terminal and every process in between repeat the signal.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (!isDraining) void drain();
    isDraining = true;
  });
}

try {
  if (metricsModule && metrics && config.metrics) {
    const server = await metricsModule.serveMetrics(metrics, config.metrics);
    app.addHook('onClose', async () => void server.close());
  }
  const address = await app.listen({
    ...config.listen,
    listenTextResolver: () => 'listening',
  });
  process.stdout.write(`Funil em ${address}\n`);
  const print = (sentence: string) => void process.stdout.write(sentence);
  operators = startConsole(config, {
    logStream,
    reportTrouble,
    print,
    onSignIn: metrics?.countSignIn,
  });
} catch (error) {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  const { listen, metrics: watched } = config;
  const isOfMetrics = watched !== null && port === watched.port;
  const name = isOfMetrics ? 'METRICS_PORT' : `HOST ${listen.host} and PORT`;
  fail(`${name} ${port ?? listen.port} cannot be listened on (${code}).`);
}
