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
])('explains the end %j', (end, reason) => {
  expect(explainExit('A instalação', end)).toContain(`A instalação não terminou: ${reason}`);
});

test('adds nothing to a process that ended by itself', () => {
  expect(explainExit('A instalação', { code: 1, signal: null })).toBeNull();
});
