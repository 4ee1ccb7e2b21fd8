import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const DOCUMENT = readFileSync(join(import.meta.dirname, 'preview-frame.html'), 'utf8');

const [, SCRIPT = ''] = /<script>([\s\S]*?)<\/script>/.exec(DOCUMENT) ?? [];
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

/**
 * The frame runs its own script only and has no origin: text of a draft that would become code in it reaches neither the
 * operator's session nor the network. A draft's theme is inline style.
 */
const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${SCRIPT_HASH}'`,
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ');

/** Serves the document in which the console shows a draft of the page. */
export function addPreviewFrame(app: FastifyInstance) {
  app.get('/previa', (_request, reply) =>
    reply
      .headers({ 'content-security-policy': POLICY, 'x-frame-options': 'SAMEORIGIN' })
      .type('text/html; charset=utf-8')
      .send(DOCUMENT),
  );
}
