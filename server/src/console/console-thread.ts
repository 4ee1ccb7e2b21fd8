import { parentPort, workerData } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { pauseUntilAborted } from '../concurrency/pause-until-aborted.ts';
import { createErrorReporter } from '../log/error-reporter.ts';
import { createLogger } from '../log/logger.ts';
import { hasAccounts } from '../operators/accounts.ts';
import { makeOperatorLink } from '../operators/links.ts';
import {
  createKeyring,
  findUnreadableSigningKeys,
  readSealedSigningKeys,
} from '../operators/sign-in/access-token.ts';
import { loadServerKeys, type ServerKeys } from '../settings/secrets-key.ts';
import { databaseNow } from '../store/clock/database-clock.ts';
import type { Database } from '../store/database.ts';
import { createOutageReporter } from '../store/health/report-error.ts';
import { openDatabase } from '../store/open-database.ts';
import { buildConsole } from './app.ts';
import { createLongTasks } from './long-tasks.ts';
import type { ConsoleData, ConsoleMessage } from './start-console.ts';
import type { SignInAttempt } from './watch-sign-ins.ts';

const { config, env } = workerData as ConsoleData;
const logger = createLogger({ write: (line) => parentPort?.postMessage(line) });
const reportError = createErrorReporter(logger);
const CONSOLE_RETRY_INTERVAL_MS = 5_000;

const postToMain = (message: ConsoleMessage) => parentPort?.postMessage(message);

interface ReadyConsole {
  readonly database: Database;
  readonly serverKeys: ServerKeys;
  readonly firstLinkToken: string | null;
}

/** Opens the database, and retries while it is unreachable or read-only. Null: the thread was stopped first. */
async function prepareConsole(signal: AbortSignal): Promise<ReadyConsole | null> {
  const outages = createOutageReporter('the console cannot open the database', reportError);
  while (!signal.aborted) {
    let database: Database | null = null;
    try {
      database = await openDatabase(config.store, 'write');
      const serverKeys = await waitForKeys(database, signal);
      if (serverKeys !== null) {
        const firstLinkToken = await makeFirstLink(database);
        outages.recordSuccess();
        return { database, serverKeys, firstLinkToken };
      }
    } catch (error) {
      outages.recordFailure(error);
    }
    await database?.destroy();
    await pauseUntilAborted(CONSOLE_RETRY_INTERVAL_MS, signal);
  }
  return null;
}

/** Waits until this server's key opens the signing keys; null if the thread is stopped first. */
async function waitForKeys(database: Database, signal: AbortSignal): Promise<ServerKeys | null> {
  let postedReason: string | null = null;
  while (!signal.aborted) {
    const keys = loadServerKeys(config);
    const rows = await readSealedSigningKeys(database);
    if (keys && findUnreadableSigningKeys(rows, keys.open).length === 0) {
      // The signing key is stored now, so that a second server can check whether it has the same key.
      await createKeyring(database, keys, databaseNow).ensureSigningKey();
      return keys;
    }
    const reason = keys ? 'other-key' : 'no-key';
    if (reason !== postedReason) postToMain({ outcome: 'locked', reason });
    postedReason = reason;
    await pauseUntilAborted(CONSOLE_RETRY_INTERVAL_MS, signal);
  }
  return null;
}

async function serve({ database, serverKeys, firstLinkToken }: ReadyConsole, signal: AbortSignal) {
  const onSignIn = (attempt: SignInAttempt) => postToMain({ outcome: 'sign-in', attempt });
  const app = await buildConsole({
    config,
    env,
    database,
    serverKeys,
    logger,
    onSignIn,
    longTasks: createLongTasks({ store: config.store, settings: config.settings }),
  });
  const address = await listen(app);
  if (address !== null) {
    postToMain({ outcome: 'listening', address, firstLinkToken });
    if (!signal.aborted) {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    }
  }
  await app.close();
  await database.destroy();
}

async function listen(app: FastifyInstance): Promise<string | null> {
  const { host, port } = config.console;
  try {
    return await app.listen({ host, port, listenTextResolver: () => 'console listening' });
  } catch (error) {
    postToMain({ outcome: 'refused', code: (error as NodeJS.ErrnoException).code ?? 'unknown' });
    return null;
  }
}

async function makeFirstLink(database: Database): Promise<string | null> {
  if (await hasAccounts(database)) return null;
  return makeOperatorLink(database, { email: null, role: 'owner' }, databaseNow());
}

const stopController = new AbortController();
parentPort?.on('message', () => stopController.abort());
const readyConsole = await prepareConsole(stopController.signal);
if (readyConsole !== null) await serve(readyConsole, stopController.signal);
// A thread that ends by itself is restarted, so this one waits for `stop`.
if (stopController.signal.aborted) parentPort?.close();
else parentPort?.once('message', () => parentPort?.close());
