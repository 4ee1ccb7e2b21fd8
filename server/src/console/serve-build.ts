import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { CONSOLE_PROBLEMS, sendConsoleProblem } from '../http/console-problem.ts';
import { createErrorReporter } from '../log/error-reporter.ts';
import { openSite } from '../site/live-site.ts';
import { sendFile, wildcardPath } from '../site/site-files.ts';
import { createOutageReporter } from '../store/health/report-error.ts';

const HASHED_FILES_PATH = '/assets/';
/** The answer while the first start builds the console. */
const CONSOLE_NOT_BUILT =
  'O painel está sendo gerado e abre aqui sozinho. Se demorar mais de dois minutos, avise quem cuida do servidor (npm run build).\n';

/**
 * Serves the build in `folder`, and newer builds as they appear. A path without a file is a view, for which the HTML
 * is sent. Returns a function that returns the build's id.
 */
export async function addConsoleBuild(app: FastifyInstance, folder: string): Promise<() => string> {
  const outages = createOutageReporter('the console cannot be read', createErrorReporter(app.log));
  const onChange = (change: object) => {
    if ('error' in change) outages.recordFailure(change.error);
    else outages.recordSuccess();
  };
  const build = await openSite(folder, onChange, HASHED_FILES_PATH);
  app.addHook('onClose', async () => build.close());
  if (!build.current.files.has('/')) app.log.warn('the console is not built');
  app.get('/*', (request, reply) => {
    const path = wildcardPath(request);
    const { files } = build.current;
    const file = files.get(path);
    if (file) return sendFile(request, reply, file);
    const html = files.get('/');
    if (!html) {
      reply.code(503).header('refresh', '3').type('text/plain; charset=utf-8');
      return reply.send(CONSOLE_NOT_BUILT);
    }
    // No HTML is sent for a missing script, because the browser would run the HTML as the script.
    if (path.startsWith(HASHED_FILES_PATH))
      return sendConsoleProblem(reply, CONSOLE_PROBLEMS.notFound);
    return sendFile(request, reply, html);
  });
  app.setNotFoundHandler((_request, reply) => sendConsoleProblem(reply, CONSOLE_PROBLEMS.notFound));
  return () => build.current.files.get('/')?.etag.slice(0, 12) ?? 'none';
}

const PREVIEW_FRAME = readFileSync(join(import.meta.dirname, 'preview-frame.html'), 'utf8');

const [, PREVIEW_SCRIPT = ''] = /<script>([\s\S]*?)<\/script>/.exec(PREVIEW_FRAME) ?? [];
const PREVIEW_SCRIPT_HASH = createHash('sha256').update(PREVIEW_SCRIPT).digest('base64');

/** The frame has no origin, so that code in a draft's text cannot reach the operator's session or the network. */
const PREVIEW_POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${PREVIEW_SCRIPT_HASH}'`,
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ');

export function addPreviewFrame(app: FastifyInstance) {
  app.get('/previa', (_request, reply) =>
    reply
      .headers({ 'content-security-policy': PREVIEW_POLICY, 'x-frame-options': 'SAMEORIGIN' })
      .type('text/html; charset=utf-8')
      .send(PREVIEW_FRAME),
  );
}
