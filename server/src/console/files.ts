import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readSiteFiles, sendFile } from '../site/site-files.ts';
import { PROBLEMS, sendProblem } from './problem.ts';

/** Where Vite puts files whose names change with what is in them. */
const HASHED = '/assets/';
const NOT_BUILT = 'O console ainda não foi gerado: rode npm run build e inicie de novo.\n';

/** Serves the built console; every path that is no file is a view of it, and gets the document. */
export async function addFiles(app: FastifyInstance, folder: string) {
  const files = await readSiteFiles(folder, HASHED);
  if (!files.has('/')) app.log.warn('the console is not built');
  app.get('/*', (request, reply) => {
    const path = pathOf(request);
    const file = files.get(path);
    if (file) return sendFile(request, reply, file);
    const document = files.get('/');
    if (!document) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    // A file of an earlier build: the document in its place would be run as a script.
    if (path.startsWith(HASHED)) return sendProblem(reply, PROBLEMS.notFound);
    return sendFile(request, reply, document);
  });
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, PROBLEMS.notFound));
}

// Decoded already; a path only finds a file of the map, so it cannot leave the folder.
const pathOf = ({ params }: FastifyRequest) => `/${(params as { '*': string })['*']}`;
