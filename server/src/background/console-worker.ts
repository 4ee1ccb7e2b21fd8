// Entry point of the console's thread, which console.ts starts.
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { buildConsole } from '../console/app.ts';
import type { SignInAttempt } from '../console/watch-sign-ins.ts';
import { createErrorReporter } from '../log/error-reporter.ts';
import { createLogger } from '../log/logger.ts';
import { hasAccounts } from '../operators/accounts.ts';
import { makeLink } from '../operators/links.ts';
import { createYieldToCaptures } from '../store/capture-priority.ts';
import type { Database } from '../store/database.ts';
import { openDatabase } from '../store/open-database.ts';
import type { ConsoleData, ConsoleMessage } from './console.ts';
import { workInThreads } from './console-work.ts';

const { config, env, captures } = workerData as ConsoleData;
const yieldToCaptures = createYieldToCaptures(captures);
const logger = createLogger({ write: (line) => parentPort?.postMessage(line) });
const reportError = createErrorReporter(logger);
const RETRY_INTERVAL_MS = 5_000;

const post = (message: ConsoleMessage) => parentPort?.postMessage(message);

async function open(signal: AbortSignal): Promise<Database | null> {
  while (!signal.aborted) {
    try {
      return await openDatabase(config.store, 'write', yieldToCaptures);
    } catch (error) {
      reportError('the console cannot open the database', error);
      await pause(RETRY_INTERVAL_MS, undefined, { signal }).catch(() => {
        // Stopped.
      });
    }
  }
  return null;
}

async function serve(signal: AbortSignal) {
  const database = await open(signal);
  if (!database) return;
  const onSignIn = (found: SignInAttempt) => post({ is: 'sign-in', found });
  const app = await buildConsole({
    config,
    env,
    database,
    logger,
    onSignIn,
    work: workInThreads(config.store, captures),
  });
  const address = await listen(app);
  if (address !== null) {
    post({ is: 'listening', address, token: await makeFirstLink(database) });
    if (!signal.aborted) {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    }
  }
  await app.close();
  await database.destroy();
}

/** Starts listening. Returns the address; posts a message and returns null if the port cannot be used. */
async function listen(app: FastifyInstance): Promise<string | null> {
  const { host, port } = config.console;
  try {
    return await app.listen({ host, port, listenTextResolver: () => 'console listening' });
  } catch (error) {
    post({ is: 'refused', code: (error as NodeJS.ErrnoException).code ?? 'unknown' });
    return null;
  }
}

/** Returns the token of a new link for the first operator; null if an operator exists. */
async function makeFirstLink(database: Database): Promise<string | null> {
  if (config.console.authUrl !== null || (await hasAccounts(database))) return null;
  return makeLink(database, { email: null, role: 'owner' }, Date.now());
}

const stop = new AbortController();
parentPort?.on('message', () => stop.abort());
await serve(stop.signal);
// Without a port, the thread waits for `stop`: a thread that ends by itself is restarted.
if (stop.signal.aborted) parentPort?.close();
else parentPort?.once('message', () => parentPort?.close());
