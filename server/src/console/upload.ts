import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { limitParallel } from '../concurrency/limit-parallel.ts';
import { FileRefusal } from '../csv/file-refusal.ts';
import type { Operator } from '../operators/sign-in/authenticate.ts';
import { DISK_FULL_MESSAGE, isDiskFull } from '../store/health/write-problem.ts';
import { invalidRefusal, RouteRefusal } from './route-refusal.ts';

interface UploadRule {
  /** The types that are accepted; with {@link GZIP_TYPE} if the console compresses the file. */
  readonly types: RegExp;
  readonly maxBytes: number;
  /** The limit of the unpacked file; `maxBytes` by default. */
  readonly maxUnpackedBytes?: number;
  /** The remedy for a larger file, in Portuguese. */
  readonly remedy: string;
  readonly extensionOf: (type: string) => string | RouteRefusal;
}

const GZIP_TYPE = 'application/gzip';
const BYTES_PER_MB = 1_048_576;

export function acceptFiles(app: FastifyInstance, { types }: UploadRule) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(types, (_request, body, done) => done(null, body));
}

export const sentFileSchema = z.instanceof(Readable);

interface FileCall {
  readonly body: Readable;
  readonly reply: FastifyReply;
  readmitOrRefuse(): Promise<boolean>;
  readonly request: Pick<FastifyRequest, 'headers'>;
  readonly operator: Pick<Operator, 'id'>;
}

/** Kept low, so that a stolen session does not fill the disk with files that never end. */
const UPLOAD_LIMITS = { running: 4, waiting: 4 };
const limitersByOperator = new Map<string, ReturnType<typeof limitParallel>>();

function limitUploads<Result>({ id }: Pick<Operator, 'id'>, run: () => Promise<Result>) {
  const limit = limitersByOperator.get(id) ?? limitParallel(UPLOAD_LIMITS);
  limitersByOperator.set(id, limit);
  return limit(run);
}

/**
 * Stores a sent file, calls `read` with its path, and removes it, unless `read` has moved it away. Returns a refusal if
 * the file is rejected or the disk is full. If the operator lost the right while the file arrived, returns the reply
 * that `readmitOrRefuse` has sent. The body is always read to its end.
 * @throws TooBusyError if the operator sends too many files at once
 */
export async function receiveFile<Result>(
  { body, request, operator, reply, readmitOrRefuse }: FileCall,
  { folder, ...rule }: UploadRule & { readonly folder: string },
  read: (path: string) => Promise<Result>,
): Promise<Result | RouteRefusal | FastifyReply> {
  const type = request.headers['content-type']?.split(';')[0] ?? '';
  const extension = rule.extensionOf(type);
  const limitedBytes = limitBytes(body, rule);
  try {
    if (extension instanceof RouteRefusal) return extension;
    return await limitUploads(operator, async () => {
      await using file = await storeTemporaryFile(
        join(folder, `${randomUUID()}.${extension}`),
        type === GZIP_TYPE ? unpackGzip(limitedBytes, rule) : limitedBytes,
      );
      return (await readmitOrRefuse()) ? await read(file.path) : reply;
    });
  } catch (error) {
    if (error instanceof FileRefusal) return invalidRefusal('file', error.message);
    if (isDiskFull(error)) return new RouteRefusal('busy', DISK_FULL_MESSAGE);
    throw error;
  } finally {
    // Browsers read the response only after they have sent the file; `resume` reads the rest once no iterator is open.
    await limitedBytes.return(undefined);
    body.resume();
  }
}

async function* limitBytes(
  body: Readable,
  { maxBytes, remedy }: UploadRule,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  // Destroying the body would close the connection before the response is sent.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new FileRefusal(`O arquivo tem mais de ${maxBytes / BYTES_PER_MB} MB. ${remedy}`);
    }
    yield chunk;
  }
}

async function* unpackGzip(
  bytes: AsyncIterable<Uint8Array>,
  rule: UploadRule,
): AsyncGenerator<Uint8Array> {
  const { maxUnpackedBytes: maxBytes = rule.maxBytes } = rule;
  const packedBytes = Readable.from(bytes);
  const unpackedBytes = createGunzip();
  packedBytes.on('error', (error) => unpackedBytes.destroy(error));
  try {
    yield* limitBytes(packedBytes.pipe(unpackedBytes), { ...rule, maxBytes });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code.startsWith('Z_'))
      throw new FileRefusal('O arquivo não chegou inteiro. Tente de novo.');
    throw error;
  } finally {
    unpackedBytes.destroy();
    packedBytes.destroy();
  }
}

async function storeTemporaryFile(path: string, bytes: AsyncIterable<Uint8Array>) {
  const remove = () => rm(path, { force: true });
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  try {
    await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, [Symbol.asyncDispose]: remove };
}
