import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { withUpload } from './upload.ts';

test('says that the disk is full when an upload does not fit', async () => {
  const body = Readable.from([Buffer.from('Data;Valor\n')]);
  const limit = { maxBytes: 100, remedy: '' };
  // Every write to this device fails as on a full disk.
  const result = await withUpload(body, limit, (bytes) =>
    pipeline(bytes, createWriteStream('/dev/full')),
  );
  expect(result).toMatchObject({
    status: 503,
    problem: { message: 'O disco do servidor está cheio. Libere espaço e tente de novo.' },
  });
});
