import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../testkit/start-app.ts';
import { runFile } from '../testkit/start-process.ts';
import { tryAddress, waitForAddress } from './try-address.ts';

const HOST = '127.0.0.1';

async function holdPort() {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const address = { host: HOST, port: Number(Object(server.address()).port) };
  return { address, release: () => server.close(), [Symbol.dispose]: () => void server.close() };
}

test('waits for a port until the program that uses it stops', async () => {
  using held = await holdPort();
  await waitForAddress(held.address, held.release);
  expect(await tryAddress(held.address)).toBe(held.address.port);
});

test('gives up a port that stays in use', async () => {
  using held = await holdPort();
  await expect(waitForAddress(held.address, () => {}, 0)).rejects.toThrow('EADDRINUSE');
});

test('explains an address that cannot be opened before it generates the page', async () => {
  using folder = makeFolder();
  const dist = join(folder.path, 'site');
  // An address that no machine has: https://www.rfc-editor.org/rfc/rfc5737
  const env = { DATA_DIR: folder.path, SITE_DIR: dist, HOST: '192.0.2.1' };
  expect(await runFile('../../scripts/start.ts', [], env)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'HOST 192.0.2.1 não é um endereço desta máquina. Corrija HOST no .env.\n',
  });
  expect(existsSync(dist)).toBe(false);
});
