import { createReadStream, createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { receiveFile } from './upload.ts';

test('says that the disk is full when an upload does not fit', async () => {
  const body = Readable.from([Buffer.from('Data;Valor\n')]);
  const limits = { types: /csv/, extensionOf: () => 'csv', maxBytes: 100, remedy: '' };
  const request = { headers: { 'content-type': 'text/csv' } };
  const file = { body, request, reply: {} as FastifyReply, isStillAdmitted: async () => true };
  // Every write to this device fails as on a full disk.
  const result = await receiveFile(file, { ...limits, folder: tmpdir() }, (path) =>
    pipeline(createReadStream(path), createWriteStream('/dev/full')),
  );
  expect(result).toMatchObject({
    status: 503,
    problem: { message: 'O disco do servidor está cheio. Libere espaço e tente de novo.' },
  });
});
