import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageFiller } from './fill-pages.ts';
import type { LiveSite } from './live-site.ts';
import { chooseEncoding, type SiteFile, sendFile, wildcardPath } from './site-files.ts';

const SITE_NOT_BUILT = 'The site is not built yet: run `npm run build`, then start again.\n';
/** Responses if there is no build, or the client does not accept HTML. */
const FALLBACK_BY_STATUS = {
  404: { type: 'text/plain', body: 'Not found\n' },
  500: {
    type: 'text/html',
    body:
      '<!doctype html><meta charset="utf-8"><title>Unexpected Application Error!</title>' +
      '<h1>Unexpected Application Error!</h1><p lang="pt-BR">Algo deu errado por aqui. Recarregue a página.</p>',
  },
};

/** Error pages, and form templates that only forms/form-routes.ts fills in and sends. */
const INTERNAL_PAGE_PATH = /^\/(?:404|500)\.html$|^\/formulario\//;

/** Serves the site. Mistyped links redirect to the page. Other unknown paths get the 404 page, errors the 500 page. */
export function addSite(app: FastifyInstance, site: LiveSite, filler: PageFiller) {
  if (!site.current.files.has('/')) app.log.warn('the site is not built');

  const findPage = async (path: string) => {
    const file = site.current.files.get(path);
    return file && filler.fill(file);
  };
  const sendNotFound = async (_request: FastifyRequest, reply: FastifyReply) =>
    sendPage(reply, 404, await findPage('/404.html'));

  app.get('/*', async (request, reply) => {
    const { files } = site.current;
    const path = wildcardPath(request);
    const file = files.get(path);
    if (file && !INTERNAL_PAGE_PATH.test(path))
      return sendFile(request, reply, await filler.fill(file));
    if (!files.has('/')) return reply.code(503).type('text/plain').send(SITE_NOT_BUILT);
    const address = correctLink(path, request.url);
    return address === null ? sendNotFound(request, reply) : reply.redirect(address);
  });

  app.setNotFoundHandler(sendNotFound);
  app.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).type('text/plain').send('Bad request\n');
    request.log.error({ err: error }, 'unexpected error');
    return sendPage(reply, 500, await findPage('/500.html'));
  });
}

/**
 * Matches a path that a mistyped link to the page has; group 1 is its parameters. The `?` may be missing, encoded or
 * another character, or follow a second slash (from a template such as `{page}/?utm_source=…`). Chats add punctuation
 * and invisible characters. Other links name `index.html`.
 */
const MISTYPED_LINK =
  /^\/(?:(?:\/|index\.(?:html?|php))?(?:[?&]|(?=utm_\w+=))(.+)|[\s\p{Cf}\ufffc/.,;:!)\]>}"'”’*_…]{1,3}|index\.(?:html?|php))$/su;

function correctLink(path: string, url: string): string | null {
  const mistyped = MISTYPED_LINK.exec(path);
  if (!mistyped) return null;
  const query = [encodeURI(mistyped[1] ?? ''), url.split('?')[1] ?? ''].filter(Boolean).join('&');
  return query ? `/?${query}` : '/';
}

function sendPage(reply: FastifyReply, status: 404 | 500, page: SiteFile | undefined) {
  reply.code(status).header('cache-control', 'no-cache');
  if (!page || !acceptsHtml(reply.request)) {
    const { type, body } = FALLBACK_BY_STATUS[status];
    return reply.type(type).send(body);
  }
  const encoding = chooseEncoding(page, reply.request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.header('vary', 'accept-encoding').type(page.contentType).send(page.bodies[encoding]);
}

function acceptsHtml(request: FastifyRequest): boolean {
  const accept = request.headers.accept;
  return accept === undefined || /text\/html|\*\/\*/.test(accept);
}

export const HSTS = 'max-age=31536000';

/** The policy of an SVG, in which nothing may run or load if it is opened as a document. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function addSvgPolicy(app: FastifyInstance) {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (String(reply.getHeader('content-type')).startsWith('image/svg+xml')) {
      reply.header('content-security-policy', SVG_POLICY);
    }
    done();
  });
}

/** Only documents get all headers, because on every file they would add 13 kB to a first load. */
export function addSecurityHeaders(app: FastifyInstance, site: LiveSite) {
  const forDocuments = {
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    // RFC 6797 forbids the header without TLS. `protocol` is https only if a trusted proxy says so.
    if (request.protocol === 'https') reply.header('strict-transport-security', HSTS);
    done();
  });
  addSvgPolicy(app);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (String(reply.getHeader('content-type')).startsWith('text/html')) {
      reply.headers(forDocuments);
      reply.header('content-security-policy', site.current.policy);
    }
    done();
  });
}
