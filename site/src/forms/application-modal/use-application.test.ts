import { expect, test } from 'vitest';
import { explainFailedSend } from './use-application.ts';

const TEXTS = {
  title: 'Erro no envio',
  description: 'geral',
  prefix: 'Erro: ',
  reasons: { unreachable: 'rede', busy: 'pressa', unavailable: 'fora', refused: 'campo' },
};

// A proxy's error page has no message if it arrives by HTTP/2, which has no status text.
test.each([
  [429, 'Erro: pressa'],
  [502, 'Erro: fora'],
  [413, 'Erro: campo'],
])('explains the status %i of an answer without a message', (status, text) => {
  expect(explainFailedSend(TEXTS, { ok: false, reason: 'refused', status, message: '' })).toBe(
    text,
  );
});

test('explains a missing answer, and has a general text for an error of the page', () => {
  const failure = { ok: false, message: 'x' } as const;
  expect(explainFailedSend(TEXTS, { ...failure, reason: 'unreachable' })).toBe('Erro: rede');
  expect(explainFailedSend(TEXTS, { ...failure, reason: 'unexpected' })).toBe('geral');
});
