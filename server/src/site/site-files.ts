import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface SiteFile {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly etag: string;
  readonly bodies: Readonly<Record<Encoding, Buffer | undefined>> & { readonly identity: Buffer };
}

type Encoding = 'br' | 'gzip' | 'identity';

const CONTENT_TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** Paths that are not served: settings of servers and hosts, compressed copies, and dot files except `.well-known`. */
const UNSERVED_PATH = /^\/(_headers|site\.json)$|\/\.(?!well-known\/)|\.(br|gz)$/;

/**
 * Returns files by path (`/`, `/_astro/x.js`); empty if the folder is missing. ETags are the same on every replica.
 * @param hashedFolder folder of files whose names have a hash of their content
 */
export async function readSiteFiles(
  folder: string,
  hashedFolder = '/_astro/',
): Promise<ReadonlyMap<string, SiteFile>> {
  const files = new Map<string, SiteFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    if (!entry.isFile() || UNSERVED_PATH.test(path)) continue;
    files.set(
      path.replace(/(^|\/)index\.html$/, '$1'),
      await readSiteFile(file, path, path.startsWith(hashedFolder)),
    );
  }
  return files;
}

async function readSiteFile(file: string, path: string, isHashed: boolean): Promise<SiteFile> {
  const readSibling = (suffix: string) => readFile(file + suffix).catch(() => undefined);
  const [identity, br, gzip] = await Promise.all([
    readFile(file),
    readSibling('.br'),
    readSibling('.gz'),
  ]);
  const headers = {
    contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    cacheControl: isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  return makeSiteFile(headers, { identity, br, gzip });
}

export const makeSiteFile = (
  { contentType, cacheControl }: Omit<SiteFile, 'etag' | 'bodies'>,
  bodies: SiteFile['bodies'],
): SiteFile => ({
  contentType,
  cacheControl,
  etag: createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 22),
  bodies,
});

export function chooseEncoding(file: SiteFile, acceptEncoding: string | undefined): Encoding {
  if (file.bodies.br && acceptsEncoding(acceptEncoding, 'br')) return 'br';
  if (file.bodies.gzip && acceptsEncoding(acceptEncoding, 'gzip')) return 'gzip';
  return 'identity';
}

export const acceptsEncoding = (accepted: string | undefined, encoding: Encoding): boolean =>
  (accepted?.toLowerCase() ?? '').split(',').some((item) => {
    const [name, quality] = item.split(';');
    return name?.trim() === encoding && !/q\s*=\s*0(\.0*)?\s*$/.test(quality ?? '');
  });

/** Use the path only as the key of a map, so that no path can leave a folder. */
export const wildcardPath = ({ params }: FastifyRequest) => `/${(params as { '*': string })['*']}`;

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile) {
  const encoding = chooseEncoding(file, request.headers['accept-encoding']);
  const etag = `"${file.etag}-${encoding}"`;
  reply.headers({ 'cache-control': file.cacheControl, etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  reply.type(file.contentType);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(file.bodies[encoding]);
}
