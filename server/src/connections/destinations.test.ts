import type { DestinationQueue } from '@funil/contract/deliveries/deliveries';
import { expect, test } from 'vitest';
import { judgeDestinations } from './destinations.ts';

const now = Date.parse('2026-11-21T15:00:00Z');

function judge(changes: Partial<DestinationQueue>) {
  const queue = {
    destination: 'webhook:7',
    off_reason: null,
    waiting: 0,
    failing: 0,
    failing_since: null,
    failing_until: null,
    failure: null,
    dead: 0,
    dead_until: null,
    delivered_at: null,
    answers_with_page: false,
    ...changes,
  };
  const endpoints = [{ id: '7', url: 'https://exemplo.com/gancho' }];
  return judgeDestinations({ queues: [queue], endpoints }, now)[0]?.findings;
}

test('reports a failing destination with its answer and the command that shows more', () => {
  const failingQueue = { waiting: 12, failing_since: '2026-11-21T12:00:00.000Z' };
  expect(judge({ ...failingQueue, failure: '500' })).toEqual([
    {
      subject: 'deliveries',
      level: 'yellow',
      what: 'https://exemplo.com/…ncho: falha há 3 h (resposta 500); 12 entregas esperam nova tentativa.',
      remedy: 'Veja as respostas em Entregas.',
      command: 'npm run webhooks -- log 7',
      at: null,
    },
  ]);
  const mail = { destination: 'mail', ...failingQueue, waiting: 1, failure: 'no-answer' };
  expect(judge(mail)).toMatchObject([
    {
      what: 'E-mail: falha há 3 h (sem resposta); 1 entrega espera nova tentativa.',
      command: 'npm run deliveries',
    },
  ]);
});

test.each([
  [{ waiting: 3 }, 'green', 'nada falha nas entregas.'],
  [{ dead: 2 }, 'yellow', '2 entregas foram dadas por perdidas.'],
  [
    { answers_with_page: true },
    'yellow',
    'responde com uma página da web, e os avisos podem estar se perdendo.',
  ],
  [{ off_reason: 'gone' }, 'yellow', 'desligado, porque respondeu 410: não quer mais avisos.'],
] as const)('reports an endpoint of which %j as %s', (changes, level, sentence) => {
  expect(judge(changes)).toMatchObject([{ level, what: `https://exemplo.com/…ncho: ${sentence}` }]);
});

test('names the command that adds an endpoint again that was switched off', () => {
  expect(judge({ off_reason: 'gone' })?.[0]?.command).toBe('npm run webhooks -- add URL');
});
