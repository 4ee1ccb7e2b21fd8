import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { bufferLog } from './log-stream.ts';
import { describeError } from './plugins/request-log.ts';
import { openStore } from './store/open-store.ts';

/** Longest a stop may take, in ms, before the process ends regardless. */
const STOP_TIMEOUT = 10_000;

const result = readConfig(process.env);
if (!result.ok) {
  process.stderr.write(`${result.message}\n`);
  process.exit(1);
}
const { config } = result;
const logStream = bufferLog((text) => process.stderr.write(text));
process.on('exit', () => logStream.flush());

const store = openStore(config, (message, error) => {
  const line = {
    level: 'error',
    time: new Date(),
    err: describeError(error as Error),
    msg: message,
  };
  logStream.write(`${JSON.stringify(line)}\n`);
});
const app = await buildApp({ config, store, logStream });

async function stop() {
  setTimeout(() => process.exit(1), STOP_TIMEOUT).unref();
  await app.close();
  await store.close();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

// The line below says ready: the schema is there, or the reason why not is in the log.
await store.isReady();
try {
  const address = await app.listen({
    host: config.host,
    port: config.port,
    listenTextResolver: () => 'listening',
  });
  process.stdout.write(`Funil em ${address}\n`);
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  process.stderr.write(
    `HOST ${config.host} and PORT ${config.port} cannot be listened on (${code}).\n`,
  );
  await store.close();
  process.exit(1);
}
