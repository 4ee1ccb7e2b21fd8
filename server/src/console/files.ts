import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { PROBLEMS, sendProblem } from '../http/console-problem.ts';
import { readSiteFiles, sendFile, wildcardPath } from '../site/site-files.ts';

/** Vite's folder of files with a content hash in the name. */
const HASHED = '/assets/';
const NOT_BUILT = 'O painel ainda não foi gerado: rode npm run build e inicie de novo.\n';

/** Serves the built console; every path without a file is a view and gets the document. */
export async function addFiles(app: FastifyInstance, folder: string) {
  const files = await readSiteFiles(folder, HASHED);
  if (!files.has('/')) app.log.warn('the console is not built');
  app.get('/*', (request, reply) => {
    const path = wildcardPath(request);
    const file = files.get(path);
    if (file) return sendFile(request, reply, file);
    const document = files.get('/');
    if (!document) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    // A file of an earlier build: the browser would run the document as a script.
    if (path.startsWith(HASHED)) return sendProblem(reply, PROBLEMS.notFound);
    return sendFile(request, reply, document);
  });
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, PROBLEMS.notFound));
}

/** Returns an id of the console's build: a hash of its document, which names every file by its content hash. */
export function readBuild(folder: string): string {
  try {
    const page = readFileSync(join(folder, 'index.html'));
    return createHash('sha256').update(page).digest('hex').slice(0, 12);
  } catch {
    // Not built; data is still served.
    return 'none';
  }
}
