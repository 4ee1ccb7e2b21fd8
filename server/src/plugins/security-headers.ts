import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Where the build leaves the policy that fits its pages: hashes of inline scripts, configured hosts. */
const HEADERS_FILE = 'headers.json';

const FALLBACK_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const HSTS = 'max-age=31536000';

/**
 * Headers that keep a page from running, framing or sending what it should not. Those that only a
 * document heeds go with documents: on every file they were 13 kB of a first load.
 */
export function addSecurityHeaders(app: FastifyInstance, siteDir: string) {
  const forDocuments = {
    'content-security-policy': readPolicy(siteDir),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    // `protocol` is what a trusted proxy says; without TLS the header would lock visitors out.
    if (request.protocol === 'https') reply.header('strict-transport-security', HSTS);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (String(reply.getHeader('content-type')).startsWith('text/html')) {
      reply.headers(forDocuments);
    }
    done();
  });
}

function readPolicy(siteDir: string): string {
  const file = join(siteDir, HEADERS_FILE);
  if (!existsSync(file)) return FALLBACK_POLICY;
  const { contentSecurityPolicy } = JSON.parse(readFileSync(file, 'utf8'));
  return typeof contentSecurityPolicy === 'string' ? contentSecurityPolicy : FALLBACK_POLICY;
}
