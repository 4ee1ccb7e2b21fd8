import { stat } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { PROBLEMS, sendProblem } from '../http/console-problem.ts';
import { readSiteFiles, sendFile, wildcardPath } from '../site/site-files.ts';

/** Vite's folder of files with a content hash in the name. */
const HASHED = '/assets/';
/** A first start answers before it has built the console. */
const NOT_BUILT =
  'O painel está sendo gerado e abre aqui sozinho. Se demorar mais de dois minutos, rode npm run build.\n';
const POLL_INTERVAL_MS = 1_000;

/**
 * Serves the built console, and a newer build from when its folder holds one; every path without a file is a view and gets
 * the document.
 * @returns a function that returns the build's id, which changes with the document: it names every file by its content hash
 */
export async function addFiles(app: FastifyInstance, folder: string): Promise<() => string> {
  const readVersion = async () => (await stat(folder).catch(() => null))?.ino;
  let version = await readVersion();
  let files = await readSiteFiles(folder, HASHED);
  async function poll() {
    const newest = await readVersion();
    if (newest === undefined || newest === version) return;
    const next = await readSiteFiles(folder, HASHED);
    if (!next.has('/')) return;
    version = newest;
    files = next;
  }
  const timer = setInterval(() => {
    poll().catch((error) => app.log.error({ err: error }, 'the console cannot be read'));
  }, POLL_INTERVAL_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  if (!files.has('/')) app.log.warn('the console is not built');
  app.get('/*', (request, reply) => {
    const path = wildcardPath(request);
    const file = files.get(path);
    if (file) return sendFile(request, reply, file);
    const document = files.get('/');
    if (!document) {
      reply.code(503).header('refresh', '3').type('text/plain; charset=utf-8');
      return reply.send(NOT_BUILT);
    }
    // A file of an earlier build: the browser would run the document as a script.
    if (path.startsWith(HASHED)) return sendProblem(reply, PROBLEMS.notFound);
    return sendFile(request, reply, document);
  });
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, PROBLEMS.notFound));
  return () => files.get('/')?.etag.slice(0, 12) ?? 'none';
}
