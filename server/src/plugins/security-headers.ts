import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Where the build leaves the policy that fits its pages: hashes of inline scripts, configured hosts. */
const HEADERS_FILE = 'headers.json';

const FALLBACK_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const HSTS = 'max-age=31536000';

/** Headers that keep a page from running, framing or sending what it should not. */
export function addSecurityHeaders(app: FastifyInstance, siteDir: string) {
  const headers = {
    'content-security-policy': readPolicy(siteDir),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    // `protocol` is what a trusted proxy says; without TLS the header would lock visitors out.
    if (request.protocol === 'https') reply.header('strict-transport-security', HSTS);
    done();
  });
}

function readPolicy(siteDir: string): string {
  const file = join(siteDir, HEADERS_FILE);
  if (!existsSync(file)) return FALLBACK_POLICY;
  const { contentSecurityPolicy } = JSON.parse(readFileSync(file, 'utf8'));
  return typeof contentSecurityPolicy === 'string' ? contentSecurityPolicy : FALLBACK_POLICY;
}
