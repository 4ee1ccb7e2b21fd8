import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ConsoleConfig } from '../config/config.ts';
import { CONSOLE_PROBLEMS, sendConsoleProblem } from '../http/console-problem.ts';
import { addSvgPolicy, HSTS } from '../site/site.ts';

/** Trusted Types keep text from becoming script. The QR code is a `data:` picture. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  // The preview of the page is a frame.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The service worker's URL needs this policy (console/src/live/this-device.ts).
  'trusted-types funil-worker',
].join('; ');

const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  // Files with a content hash have another value.
  'cache-control': 'no-store',
};

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Adds headers to all responses. Refuses unknown host names and requests from other sites. */
export function addSecurity(app: FastifyInstance, config: ConsoleConfig) {
  const isOwnHost = createHostTest(config);
  const url = config.url === null ? null : URL.parse(config.url);
  addSvgPolicy(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    if (request.protocol === 'https') reply.header('strict-transport-security', HSTS);
    // Some proxies leave the port of CONSOLE_URL out.
    const header = request.headers.host?.toLowerCase();
    const host = header === url?.hostname ? url?.host : header;
    if (!isOwnHost(host)) return void sendConsoleProblem(reply, CONSOLE_PROBLEMS.foreignHost);
    if (isCrossSite(request, { host, url: config.url }))
      return void sendConsoleProblem(reply, CONSOLE_PROBLEMS.foreignOrigin);
    done();
  });
}

/**
 * Returns a test of the request's host, against DNS rebinding. Loopback names and CONSOLE_HOST pass with any port,
 * because tunnels choose the port. The host of CONSOLE_URL passes with the URL's port only.
 */
function createHostTest({ host, url }: ConsoleConfig) {
  const hostnames = new Set(['localhost', '127.0.0.1', '[::1]']);
  const listenUrl = URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}`);
  if (listenUrl && host !== '0.0.0.0' && host !== '::') hostnames.add(listenUrl.hostname);
  return (requested: string | undefined): boolean => {
    if (requested === undefined || !/^[\w.:[\]-]+$/.test(requested)) return false;
    if (url !== null && URL.parse(url.replace(/\/\/.*/, `//${requested}`))?.origin === url)
      return true;
    return hostnames.has(URL.parse(`http://${requested}`)?.hostname ?? '');
  };
}

/**
 * Whether another site's page made the request. A GET outside /auth and /console is accepted, because other sites may
 * link to the console. A request without Sec-Fetch-Site and Origin comes from no page.
 */
function isCrossSite(
  { method, headers, routeOptions }: FastifyRequest,
  { host, url }: { readonly host: string | undefined; readonly url: string | null },
): boolean {
  const { origin } = headers;
  const isApiRequest = /^\/(auth|console)\//.test(routeOptions.url ?? '');
  if (SAFE_METHODS.has(method) && !isApiRequest) return false;
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') return true;
  // Behind a proxy that sends a loopback Host, only CONSOLE_URL is the page's origin.
  if (origin === undefined || origin === url) return false;
  return URL.parse(origin)?.host !== host;
}
