import { expect, test } from 'vitest';
import { authenticatorOf, readingTesterOf } from '../../../../../testkit/test-adapter.ts';
import { tmb } from './adapter.ts';

const testReading = readingTesterOf(tmb);

const authenticate = authenticatorOf(tmb);
const withToken = (token: string) => ({ query: { token } });
const withHeaders = (headers: Record<string, string>) => ({ headers });

test('accepts the token in the query, as Bearer, or in its header as proof', () => {
  expect(authenticate(withToken('segredo'))).toBe('query');
  expect(authenticate(withHeaders({ authorization: 'Bearer segredo' }))).toBe('bearer');
  expect(authenticate(withHeaders({ 'x-tmb-token': 'segredo' }))).toBe('header');
});

test('refuses a wrong token, and a token without Bearer', () => {
  expect(authenticate(withToken('segredos'))).toBeNull();
  expect(authenticate(withHeaders({ authorization: 'segredo' }))).toBeNull();
  expect(authenticate({})).toBeNull();
});

testReading(
  'reads an approved order’s amount without interest, its installments, and no split',
  'effected',
  {
    kind: 'paid',
    transaction: '550123',
    valueCents: 149_710,
    currency: 'BRL',
    installments: 12,
    split: { netCents: null, feeCents: null, commissionCents: null },
    product: { id: '4401', name: 'Engrena IA - Comunidade' },
    buyer: { name: 'Rute Campos', email: 'rute@example.com', phones: ['(71) 99123-4455'] },
    tracking: { ref: '0192f3a4b5c67d8e9f00112233445566', utm_medium: 'bio', utm_content: 'reels' },
    occurredAt: '2026-11-04T12:15:30.000Z',
  },
);
testReading('reads a canceled order that had been approved as a refund', 'canceled-after', {
  kind: 'refunded',
  occurredAt: '2026-11-07T19:00:00.000Z',
  paidAt: '2026-11-04T12:15:30.000Z',
});
testReading(
  'reads a canceled order that had not been approved as canceled',
  'canceled-after',
  [/"data_efetivado": "[^"]*"/, '"data_efetivado": null'],
  { kind: 'canceled', paidAt: null },
);
for (const status of ['Em Atraso', 'Inadimplente', 'EM ATRASO']) {
  testReading(
    `reads an approved order whose installments are late as paid: ${status}`,
    'effected',
    ['"status_pedido": "Efetivado"', `"status_pedido": "${status}"`],
    { kind: 'paid', paidAt: '2026-11-04T12:15:30.000Z' },
  );
}
testReading(
  'reads a late order that was never approved as pending',
  'awaiting-payment',
  ['"status_pedido": "Aguardando Pagamento"', '"status_pedido": "Em Atraso"'],
  { kind: 'pending' },
);
for (const [status, kind] of [
  ['Estornado', 'refunded'],
  ['Reembolsado', 'refunded'],
  ['Chargeback', 'chargeback'],
  ['Recusado', 'canceled'],
  ['Expirado', 'canceled'],
  ['Em Análise', 'other'],
]) {
  testReading(
    `reads the state ${status} as ${kind}`,
    'effected',
    ['"status_pedido": "Efetivado"', `"status_pedido": "${status}"`],
    [/"data_efetivado": "[^"]*"/, '"data_efetivado": null'],
    { kind },
  );
}
testReading(
  'lists an order of an unknown state as not understood',
  'effected',
  ['"status_pedido": "Efetivado"', '"status_pedido": "Em revisão"'],
  'event',
);
testReading('reads no sale in a checkout step', 'checkout-step', { kind: 'other' });
testReading('reads no sale in installments', 'instalments', { kind: 'other' });
testReading(
  'reads the address of the down payment’s boleto',
  'awaiting-payment',
  ['"url_boleto_entrada": null', '"url_boleto_entrada": "https://boleto.example/2"'],
  { paymentCode: 'https://boleto.example/2' },
);
testReading(
  'reads no Brazilian number of a buyer in the United States',
  'effected',
  ['"telefone_ativo": "(71) 99123-4455"', '"telefone_ativo": "2125550199"'],
  ['"telefones": "(71) 99123-4455"', '"telefones": null, "endereco_pais": "Estados Unidos"'],
  { buyer: { phones: [] } },
);
