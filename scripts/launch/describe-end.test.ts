import { expect, test } from 'vitest';
import { describeEnd } from './describe-end.mjs';

test.each([
  { code: null, signal: 'SIGKILL' },
  { code: 137, signal: null },
])('a process that the system killed is told as lack of memory', (end) => {
  expect(describeEnd('A geração da página', end)).toBe(
    'A geração da página não terminou: o sistema encerrou o processo, quase sempre por falta de memória. ' +
      'Feche outros programas, aumente a memória ou crie uma área de swap, e repita o comando.',
  );
});

test('an abort is told as lack of memory', () => {
  for (const end of [
    { code: null, signal: 'SIGABRT' },
    { code: 134, signal: null },
  ]) {
    expect(describeEnd('A instalação', end)).toContain('falta de memória');
  }
});

test('another signal is named', () => {
  expect(describeEnd('A instalação', { code: null, signal: 'SIGTERM' })).toBe(
    'A instalação não terminou: o processo recebeu o sinal SIGTERM.',
  );
});

test('a process that ended by itself has said why', () => {
  expect(describeEnd('A instalação', { code: 1, signal: null })).toBeNull();
});
