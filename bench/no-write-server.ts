// The server with only the write left out: what every check and the protocol cost by themselves.
import { buildApp } from '@funil/server/app';
import { readConfig } from '@funil/server/config';
import { bufferLog } from '@funil/server/log-stream';
import type { Store } from '@funil/server/store/store';

const result = readConfig(process.env);
if (!result.ok) throw new Error(result.message);

const store: Store = {
  insert: async () => ({ ok: true }),
  requestCounter: null,
  isReady: async () => true,
  close: async () => {},
};
const logStream = bufferLog(() => {});
const app = await buildApp({ config: result.config, store, logStream, watch: undefined });
const address = await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
process.stdout.write(`Funil em ${address}\n`);
