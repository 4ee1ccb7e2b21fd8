// Starts the server without its writes to the database, to measure the cost of all checks and of the protocol.
import { buildApp } from '@funil/server/app';
import { bufferLog } from '@funil/server/log/log-stream';
import { createLogger } from '@funil/server/log/logger';
import type { CaptureStore } from '@funil/server/store/capture/capture-store';
import { configOf } from '../testkit/config-of.ts';

const store: CaptureStore = {
  insert: async () => ({ ok: true }),
  storeNotice: async () => ({ ok: true }),
  requestCounter: null,
  dialect: 'sqlite',
  read: async () => null,
  isReady: async () => true,
  close: async () => {},
};
const logger = createLogger(bufferLog(() => {}));
const app = await buildApp({ config: configOf(process.env), store, logger, addHooks: undefined });
const address = await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
process.stdout.write(`Funil em ${address}\n`);
