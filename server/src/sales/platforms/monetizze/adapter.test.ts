import { expect, test } from 'vitest';
import { writeForm } from '../../../../../testkit/simulate/platforms/monetizze/simulator.ts';
import {
  authenticatorOf,
  readerOf,
  readingTesterOf,
  sampleBytes,
} from '../../../../../testkit/test-adapter.ts';
import { monetizze, readForm as parseForm } from './adapter.ts';

const testReading = readingTesterOf(monetizze);
const read = readerOf(monetizze);

const asForm = (name: string): Buffer =>
  Buffer.from(writeForm(JSON.parse(sampleBytes(name).toString())));
const readForm = (name: string) =>
  monetizze.read({ headers: {}, body: asForm(name), receivedAt: '2026-11-21T12:00:00.000Z' });
const authenticate = (body: Uint8Array, secret = 'monetizze-de-teste') =>
  authenticatorOf(monetizze)({ body }, secret);

test('accepts the key in the form or in JSON as proof', () => {
  expect(authenticate(asForm('monetizze/approved'))).toBe('body');
  expect(authenticate(sampleBytes('monetizze/approved'))).toBe('body');
  expect(authenticate(asForm('monetizze/approved'), 'outra')).toBeNull();
  expect(authenticate(Buffer.from('chave_unica=%ZZ&chave_unica=a%2Fb'), 'a/b')).toBe('body');
});

test('reads a payment from the form', () => {
  const reading = readForm('monetizze/approved');
  expect(reading).toEqual(read('approved'));
  expect(reading).toMatchObject({
    ok: true,
    notice: {
      kind: 'paid',
      saleKey: '61540871',
      valueCents: 149_710,
      method: 'pix',
      product: { id: '88213', name: 'Engrena IA - Comunidade' },
      buyer: { name: 'Sílvia Rocha', email: 'silvia@example.com', phones: ['62998877665'] },
      tracking: { ref: '0192f3a4b5c67d8e9f00112233445566', utm_content: 'reels' },
      occurredAt: '2026-11-03T14:52:10.000Z',
      paidAt: '2026-11-03T14:52:10.000Z',
      isTest: false,
    },
  });
});

test('reads names that the platform escaped for HTML', () => {
  const reading = read('approved', (text) =>
    text.replace('Sílvia Rocha', 'S&iacute;lvia D&#39;Ávila'),
  );
  expect(reading).toMatchObject({ notice: { buyer: { name: "Sílvia D'Ávila" } } });
});

test('limits the depth of a form’s names and ignores special ones', () => {
  const parse = (text: string) => parseForm(Buffer.from(text));
  expect(parse('__proto__[x]=1&constructor[prototype][y]=2')).toMatchObject({ ok: true });
  expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  expect(parse(`a${'[b]'.repeat(50)}=1`)).toEqual({ ok: false, reason: 'deep' });
  expect(parse('a=1&a[b]=2&[]=3&=4')).toMatchObject({ ok: true });
});

test('reads the split, the upsell’s main sale and the subscription, in JSON and in a form', () => {
  const reading = readForm('monetizze/upsold-renewal');
  expect(reading).toEqual(read('upsold-renewal'));
  expect(reading).toMatchObject({
    notice: {
      split: { netCents: 83_840, feeCents: 15_870, commissionCents: 50_000 },
      installments: 12,
      orderId: '61540871',
      subscription: '5501',
      chargeNumber: 2,
    },
  });
  expect(read('approved')).toMatchObject({
    notice: { split: { netCents: 133_840, feeCents: null, commissionCents: 0 }, orderId: null },
  });
});

for (const [parcela, chargeNumber] of [
  ['1', null],
  ['5', 5],
]) {
  testReading(
    `reads payment ${parcela} of a recovered purchase`,
    'approved',
    ['"comprador": {', `"recuperacao_parcelada": { "parcela": "${parcela}" }, "comprador": {`],
    { chargeNumber },
  );
}
testReading('reads the end of the guarantee', 'complete', {
  kind: 'paid',
  occurredAt: '2026-11-03T14:52:10.000Z',
});
testReading('reads a refund', 'refunded', {
  kind: 'refunded',
  occurredAt: '2026-11-21T12:00:00.000Z',
});
testReading('names an abandoned cart by its address', 'cart-left', {
  kind: 'abandoned',
  transaction: expect.stringMatching(/^cart:[0-9a-f]{32}$/),
});
for (const [code, kind] of [
  ['1', 'paid'],
  ['3', 'paid'],
  ['4', 'other'],
  ['7', 'other'],
] as const) {
  testReading(
    `reads a notice to the role ${code} as ${kind}`,
    'approved',
    [/("tipoPostback": \{\s*"codigo": )"2"/, `$1"${code}"`],
    { kind },
  );
}
testReading(
  'reads the producer’s share as a commission in a notice to a co-producer',
  'upsold-renewal',
  [/("tipoPostback": \{\s*"codigo": )"?2"?/, '$1"3"'],
  ['"valorRecebido": "838.40"', '"valorRecebido": "300.00"'],
  { split: { netCents: 30_000, feeCents: 15_870, commissionCents: 103_840 } },
);
const TWO_COPRODUCERS = [
  /("comissoes": \[)/,
  '$1 { "tipo_comissao": "Co-Produtor", "valor": "20.00" }, { "tipo_comissao": "Co-Produtor", "valor": "40.00" },',
] as const;
testReading(
  'counts another co-producer’s share as a commission in a notice to a co-producer',
  'upsold-renewal',
  [/("tipoPostback": \{\s*"codigo": )"?2"?/, '$1"3"'],
  ['"valorRecebido": "838.40"', '"valorRecebido": "40.00"'],
  TWO_COPRODUCERS,
  { split: { netCents: 4_000, feeCents: 15_870, commissionCents: 135_840 } },
);
testReading('recognizes the panel’s test, an order of an X-Wing', 'panel-test', { isTest: true });
testReading(
  'recognizes the panel’s test by its buyer',
  'panel-test',
  ['X-Wing', 'Curso'],
  ['comprador@example.com', 'teste@teste.com.br'],
  { isTest: true },
);
for (const [status, kind] of [
  ['Aguardando pagamento', 'pending'],
  ['Finalizada', 'paid'],
  ['Completa', 'paid'],
  ['Cancelada', 'canceled'],
  ['Devolvida', 'refunded'],
  ['Bloqueada', 'other'],
  ['Abandono de Checkout', 'abandoned'],
] as const) {
  testReading(
    `reads a notice that has the status ${status} and no event as ${kind}`,
    'panel-test',
    ['"Finalizada"', `"${status}"`],
    { kind },
  );
}
for (const event of ['9', '70']) {
  testReading(
    `knows the event ${event}, which changes no sale`,
    'approved',
    [/("tipoEvento": \{\s*"codigo": )"2"/, `$1"${event}"`],
    { kind: 'other' },
  );
}
for (const [phone, phones] of [
  ['2125550199', []],
  ['912345678', ['912345678']],
  ['11987654321', ['11987654321']],
] as const) {
  testReading(
    `reads ${phone} of a buyer abroad as ${phones[0] ?? 'no number'}`,
    'approved',
    ['"62998877665"', `"${phone}"`],
    ['"pais": "BR"', '"pais": "US"'],
    { buyer: { phones } },
  );
}
testReading(
  'reads the state beside the sale if the event names the payment method',
  'approved',
  [/("tipoEvento": \{\s*"codigo": )"2"/, '$1"98"'],
  ['"codigo_status": "2",', ''],
  ['"comprador": {', '"codigo_status": "2", "comprador": {'],
  { kind: 'paid' },
);
testReading(
  'reads the code of a Pix before addresses',
  'pix-issued',
  [
    '"url_recuperacao"',
    '"pix_codigo_qrcode": "00020126580014br.gov.bcb.pix", "pix_url": "https://x.example/", "url_recuperacao"',
  ],
  { paymentCode: '00020126580014br.gov.bcb.pix' },
);
testReading('reads the address at which an issued Pix can be paid', 'pix-issued', {
  paymentCode: 'https://app.monetizze.com.br/checkout/KAL35553/?rec=20fac2e7',
});
