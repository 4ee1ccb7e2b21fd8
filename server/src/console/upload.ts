import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileRefusal } from '../input/read-csv.ts';
import { DISK_FULL, isDiskFull } from '../page/publish.ts';
import { invalid, Refusal } from './routes/data-route.ts';

interface UploadLimit {
  readonly maxBytes: number;
  /** What to do about a larger file, in Portuguese. */
  readonly remedy: string;
}

const BYTES_PER_MB = 1_048_576;

/** Runs `read`; returns a 'file' error if the file is rejected, and a sentence if the disk is full. Drains the upload in every case. */
export async function withUpload(
  body: Readable,
  limit: UploadLimit,
  read: (bytes: AsyncIterable<Uint8Array>) => Promise<unknown>,
): Promise<unknown> {
  const bytes = limitBytes(body, limit);
  try {
    return await read(bytes);
  } catch (error) {
    if (error instanceof FileRefusal) return invalid('file', error.message);
    if (isDiskFull(error)) return new Refusal('busy', DISK_FULL);
    throw error;
  } finally {
    // Browsers read the response after they have sent the file; `resume` has no effect while an iterator is open.
    await bytes.return(undefined);
    body.resume();
  }
}

/** Yields the bytes of a stream. @throws FileRefusal if there are too many */
export async function* limitBytes(
  body: Readable,
  { maxBytes, remedy }: UploadLimit,
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

/** An uploaded file on disk, until it is disposed of. */
export interface KeptUpload extends AsyncDisposable {
  readonly path: string;
}

/** Writes an upload to a file that only this user can read. @throws the error of reading or writing it */
export async function keepUpload(
  folder: string,
  bytes: AsyncIterable<Uint8Array>,
  ending = 'csv',
): Promise<KeptUpload> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.${ending}`);
  const remove = () => rm(path, { force: true });
  try {
    await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, [Symbol.asyncDispose]: remove };
}
