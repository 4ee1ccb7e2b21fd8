import { createReadStream, createWriteStream, mkdtempDisposableSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { TooBusyError } from '../concurrency/limit-parallel.ts';
import { receiveFile } from './upload.ts';

const RULE = { types: /csv/, extensionOf: () => 'csv', maxBytes: 100, remedy: '' };

const makeCall = (body: Readable, id = 'ana') => ({
  body,
  operator: { id },
  request: { headers: { 'content-type': 'text/csv' } },
  reply: {} as FastifyReply,
  readmitOrRefuse: async () => true,
});

test('says that the disk is full when an upload does not fit', async () => {
  const body = Readable.from([Buffer.from('Data;Valor\n')]);
  // Every write to this device fails as on a full disk.
  const result = await receiveFile(makeCall(body), { ...RULE, folder: tmpdir() }, (path) =>
    pipeline(createReadStream(path), createWriteStream('/dev/full')),
  );
  expect(result).toMatchObject({
    status: 503,
    problem: { message: 'O disco do servidor está cheio. Libere espaço e tente de novo.' },
  });
});

test('stores a few files of one operator at once, and refuses many', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'funil-'));
  const receive = (body: Readable, operatorId?: string) =>
    receiveFile(makeCall(body, operatorId), { ...RULE, folder: folder.path }, async () => 'read');
  const bodies = Array.from({ length: 8 }, () => new PassThrough());
  const uploads = bodies.map((body) => receive(body));
  await expect.poll(() => readdirSync(folder.path)).toHaveLength(4);
  await expect(receive(Readable.from([]))).rejects.toThrow(TooBusyError);
  expect(await receive(Readable.from([]), 'bia')).toBe('read');
  expect(readdirSync(folder.path)).toHaveLength(4);
  for (const body of bodies) body.end();
  expect(new Set(await Promise.all(uploads))).toEqual(new Set(['read']));
});
