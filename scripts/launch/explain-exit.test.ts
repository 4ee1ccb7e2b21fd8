import { expect, test } from 'vitest';
import { explainExit } from './explain-exit.mjs';

test.each([
  [
    { code: null, signal: 'SIGKILL' },
    'o sistema encerrou o processo, quase sempre por falta de memória. Feche',
  ],
  [
    { code: 137, signal: null },
    'o sistema encerrou o processo, quase sempre por falta de memória. Feche',
  ],
  [
    { code: null, signal: 'SIGABRT' },
    'o processo abortou, quase sempre por falta de memória. Feche',
  ],
  [{ code: 134, signal: null }, 'o processo abortou, quase sempre por falta de memória. Feche'],
  [{ code: null, signal: 'SIGTERM' }, 'o processo recebeu o sinal SIGTERM.'],
])('explains the exit %j', (exit, reason) => {
  expect(explainExit('A instalação', exit)).toContain(`A instalação não terminou: ${reason}`);
});

test('returns null for a process that exited by itself', () => {
  expect(explainExit('A instalação', { code: 1, signal: null })).toBeNull();
});
