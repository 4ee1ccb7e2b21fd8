import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addConsoleErrorHandler } from './console-problem.ts';

test.each([
  // As of a log that a command of root created.
  ['EACCES', 503, 'O servidor não pode gravar nos próprios arquivos.'],
  ['EROFS', 503, 'O servidor não pode gravar nos próprios arquivos.'],
  ['ENOSPC', 503, 'O disco do servidor está cheio.'],
  ['EISDIR', 500, 'Algo falhou no servidor; está no log.'],
])('explains a request that fails with %s', async (code, status, text) => {
  await using app = Fastify();
  addConsoleErrorHandler(app);
  app.get('/console/v1/context', () => {
    throw Object.assign(new Error('no'), { code });
  });
  const answer = await app.inject('/console/v1/context');
  expect(answer.statusCode).toBe(status);
  expect(answer.json().message).toContain(text);
});
