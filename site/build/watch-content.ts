import { join } from 'node:path';
import { checkContent } from '@funil/content/check';
import { findContentFolder } from '@funil/content/folder';
import type { ErrorPayload, Plugin, ViteDevServer } from 'vite';

/** Editors write a file in several steps. */
const SETTLED_MS = 50;

/** With the title that Astro's overlay reads. */
const payloadOf = ({ message }: Error): ErrorPayload => {
  const err = { name: 'npm run dev', title: 'A página espera um conserto', message, stack: '' };
  return { type: 'error', err };
};

/** What is wrong with the content now. */
const faultOf = (): Promise<Error | null> =>
  checkContent().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );

/** Shows every change of content in the open page, and what is wrong with it over the page. */
function follow(server: ViteDevServer, folder: string): void {
  const { watcher, ws, config } = server;
  let timer: NodeJS.Timeout | undefined;
  let fault: Error | null = null;
  const look = async () => {
    fault = await faultOf();
    if (fault) config.logger.error(fault.message, { timestamp: true });
    ws.send(fault ? payloadOf(fault) : { type: 'full-reload' });
  };
  watcher.add(folder);
  watcher.on('all', (_, file) => {
    if (!file.startsWith(join(folder, ''))) return;
    clearTimeout(timer);
    timer = setTimeout(() => void look(), SETTLED_MS);
  });
  ws.on('connection', () => {
    if (fault) ws.send(payloadOf(fault));
  });
}

/** While the page is being written: `npm run dev`. */
export const watchContent = (): Plugin => ({
  name: 'watch-content',
  apply: 'serve',
  configureServer: (server) => follow(server, findContentFolder()),
});
