import { expect, test } from 'vitest';
import { readFile, readNotices, readSales } from './read-file.ts';

const HOTMART_TITLES = [
  ...['Código da transação', 'Status da transação', 'Data da transação'],
  ...['Confirmação do pagamento', 'Produtor(a)', 'Código do produto', 'Produto'],
  ...['Moeda de compra', 'Valor de compra com impostos', 'Valor de compra sem impostos'],
  'Moeda de recebimento',
  ...['Faturamento líquido do(a) Produtor(a)', 'Taxa de processamento'],
  ...['Comissão do(a) Afiliado(a)', 'Faturamento do(a) Coprodutor(a)', 'Código SCK'],
  ...['Método de pagamento', 'Tipo de cobrança', 'Quantidade total de parcelas'],
  ...['Venda feita como', 'Transação do Produto Principal', 'Comprador(a)'],
  ...['Email do(a) Comprador(a)', 'Telefone'],
];
const HOTMART_ROW = [
  ...['HP1000000001', 'Aprovado', '10/11/2026 09:00:00', '10/11/2026 09:05:10'],
  ...['Ana Souza', '77', 'Comunidade', 'BRL', '1120.55', '997.00', 'BRL', '880.37', '97.13'],
  ...['19.50', '(none)', '0192f3a4b5c67d8e9f00112233445566', 'Cartão de crédito', 'Parcelado'],
  ...['12', 'Produtor', '(none)', 'Marina Prado', 'marina@example.com', '5511987654321'],
];
const hotmart = (...rows: (readonly string[])[]) =>
  `\u{feff}${[HOTMART_TITLES, ...rows].map((cells) => `${cells.join(';')}\r\n`).join('')}`;
const withCells = (row: readonly string[], changes: Readonly<Record<string, string>>) =>
  row.map((cell, index) => changes[HOTMART_TITLES[index] ?? ''] ?? cell);

test('reads every field of a sale from a Hotmart report', async () => {
  expect(await readNotices(hotmart(HOTMART_ROW))).toMatchObject([
    {
      line: 2,
      platform: 'hotmart',
      kind: 'paid',
      saleKey: 'HP1000000001',
      valueCents: 99_700,
      currency: 'BRL',
      split: { netCents: 88_037, feeCents: 9_713, commissionCents: 1_950 },
      installments: 12,
      orderId: null,
      method: 'credit_card',
      product: { id: '77', name: 'Comunidade' },
      buyer: { name: 'Marina Prado', email: 'marina@example.com', phones: ['5511987654321'] },
      tracking: { ref: '0192f3a4b5c67d8e9f00112233445566' },
      occurredAt: '2026-11-10T12:05:10.000Z',
      paidAt: '2026-11-10T12:05:10.000Z',
    },
  ]);
});

test.each([
  'Código da transação;Status da transação;Data da transação;Valor de compra sem impostos;Transação do ordem bump',
  'Código de la transacción;Estatus de la transacción;Fecha de la transacción;Valor de compra sin impuestos;Transacción del ordem bump',
])('joins an order bump to its sale by Hotmart’s own misspelling: %s', async (titles) => {
  const rows = ['HP1;Aprovado;10/11/2026 09:00:00;97,00;(none)'];
  rows.push('HP2;Aprovado;10/11/2026 09:00:00;47,00;HP1');
  expect(await readNotices([titles, ...rows].join('\n'))).toMatchObject([
    { platform: 'hotmart', saleKey: 'HP1', orderId: null },
    { platform: 'hotmart', saleKey: 'HP2', orderId: 'HP1' },
  ]);
});

test('reads the older format of Hotmart, with its repeated titles and separate area code', async () => {
  const file = [
    'Nome do Produto,Transação,Meio de Pagamento,Moeda,Preço do Produto,Moeda,Preço da Oferta,Recorrência,Data de Venda,Data de Confirmação,Status,Nome,Email,DDD,Telefone,Tipo de Pagamento,Venda feita como,Preço Total,Moeda de recebimento,Faturamento líquido',
    'Comunidade,HP2000000001,HotPay,BRL,197.00,USD,35.10,1,20/10/2026 06:42:57,20/10/2026 06:44:43,Completo,Bia Lima,bia@example.com,21,977100000,Pix,Produtor,197.00,BRL,176.72',
  ].join('\n');
  expect(await readNotices(file)).toMatchObject([
    {
      platform: 'hotmart',
      saleKey: 'HP2000000001',
      valueCents: 19_700,
      currency: 'BRL',
      split: { netCents: 17_672 },
      method: 'pix',
      chargeNumber: 1,
      buyer: { name: 'Bia Lima', phones: ['21977100000'] },
      occurredAt: '2026-10-20T09:44:43.000Z',
    },
  ]);
});

test.each([
  [
    'Código de la transacción;Estatus de la transacción;Fecha de la transacción;Confirmación del pago;Código del producto;Producto;Moneda de compra;Valor de compra con impuestos;Valor de compra sin impuestos;Método de pago;Cantidad total de cuotas;Cantidad de cobros;Comprador(a);Email del Comprador(a);País;Teléfono',
    'HP1;Aprobado;10/11/2026 09:00:00;10/11/2026 09:05:10;77;Comunidade;BRL;1120.55;997.00;Tarjeta de crédito;12;1;Marina Prado;marina@example.com;Brasil;11987654321',
  ],
  [
    'Transaction code;Transaction status;Transaction date;Payment confirmation;Product code;Product;Purchase currency;Purchase value with taxes;Purchase value without taxes;Payment method;Installments;Number of charges;Buyer;Buyer email;Country;Phone',
    'HP1;Approved;10/11/2026 09:00:00;10/11/2026 09:05:10;77;Comunidade;BRL;1120.55;997.00;Credit card;12;1;Marina Prado;marina@example.com;Brazil;11987654321',
  ],
  [
    'Product Name,Transaction,Payment Method,Currency,Product Price,Recurrence Number,Sale Date,Confirmation Date,Status,Name,Email,Area Code,Phone Number,Country,Product Code,Payment Type,Installments,Total Price',
    'Comunidade,HP1,HotPay,BRL,997.00,1,10/11/2026 09:00:00,10/11/2026 09:05:10,Completed,Marina Prado,marina@example.com,11,987654321,Brazil,77,Credit Card,12,1120.55',
  ],
])('reads a Hotmart report in the language of its account: %s', async (titles, row) => {
  expect(await readNotices(`${titles}\n${row}\n`)).toMatchObject([
    {
      ...{ platform: 'hotmart', kind: 'paid', saleKey: 'HP1', valueCents: 99_700 },
      ...{ installments: 12, method: 'credit_card', chargeNumber: 1 },
      product: { id: '77', name: 'Comunidade' },
      buyer: { name: 'Marina Prado', email: 'marina@example.com', phones: ['11987654321'] },
      occurredAt: '2026-11-10T12:05:10.000Z',
    },
  ]);
});

test.each([
  'Transaction key;Created at;Situation;Course;Commission;Name;Email;Phone',
  'Invoice;Status;Created at;Paid at;Product;Net gain;Name;Email;Phone',
  'Nome;E-mail;WhatsApp;Data;Forma de pagamento;Turma',
])('never takes a report of transactions or payments for leads: %s', async (titles) => {
  const row = titles.split(';').map(() => '2026-11-03');
  expect(await readFile(`${titles}\n${row.join(';')}\n`)).toMatchObject({
    ...{ kind: null, file: null },
  });
});

test('reads names that a program escaped for HTML', async () => {
  const changes = { 'Comprador(a)': '"Jo&atilde;o S&aacute;"', Produto: '"Curso &amp; Aulas"' };
  expect(await readNotices(hotmart(withCells(HOTMART_ROW, changes)))).toMatchObject([
    { product: { name: 'Curso & Aulas' }, buyer: { name: 'João Sá' } },
  ]);
});

test('reads a Kiwify report', async () => {
  const file = [
    'ID da venda,Status,Produto,Oferta,Cliente,Email,CPF / CNPJ,Celular,Pagamento,Parcelas,Total com acréscimo,Preço base do produto,Moeda,Taxas,Valor líquido,Tipo,Data de Criação,Tracking src,Tracking utm_source',
    'a1b2c3d4-0000-4000-8000-000000000001,paid,Comunidade,À vista,Ana Souza,ana@example.com,000,+5511987654321,credit_card,12,"1.120,55","997,00",BRL,"97,13","899,87",producer,10/11/2026 09:00:00,,instagram',
    'a1b2c3d4-0000-4000-8000-000000000002,waiting_payment,Comunidade,À vista,Bia Lima,bia@example.com,000,21977100000,pix,1,"997,00","997,00",BRL,"0,00","0,00",producer,11/11/2026 09:00:00,,',
    'a1b2c3d4-0000-4000-8000-000000000003,chargedback,Comunidade,À vista,Eva Reis,eva@example.com,000,21977100001,credit_card,1,"997,00","997,00",BRL,"97,00","0,00",affiliate,11/11/2026 09:00:00,,',
  ].join('\n');
  expect(await readNotices(file)).toMatchObject([
    {
      platform: 'kiwify',
      kind: 'paid',
      valueCents: 99_700,
      split: { netCents: 89_987, feeCents: 9_713 },
      tracking: { utm_source: 'instagram' },
    },
    { kind: 'pending', method: 'pix', paidAt: null, split: { netCents: null } },
    { type: 'refused', reason: 'Venda feita como afiliado: o produto é de outra pessoa' },
  ]);
});

test.each([
  [
    'TMB’s orders',
    'Pedido;Cliente Nome;Cliente E-mail;Cliente Telefone;Ticket;Data Efetivado;Status Pedido',
    'T1;Lia;lia@example.com;11987650001;1997,00;03/11/2026 10:00:00;Cancelado',
    ['canceled', 'T1', 199_700, 'lia@example.com'],
  ],
  [
    'sales with English titles',
    'transaction_id,date,amount,status,customer_name,customer_email,customer_phone',
    'T4,2026-11-03,97.00,refunded,Lia,lia@example.com,11987650001',
    ['refunded', 'T4', 9_700, 'lia@example.com'],
  ],
])('reads the state, code and buyer of %s', async (_, titles, row, sale) => {
  const [kind, saleKey, valueCents, email] = sale;
  expect(await readNotices(`${titles}\n${row}\n`)).toMatchObject([
    { platform: 'outra', kind, saleKey, valueCents, buyer: { email } },
  ]);
});

test('decides by the role in the row which share of a co-production is the net', async () => {
  const shared = (role: string) =>
    withCells(HOTMART_ROW, {
      'Código da transação': `HP1${role}`,
      'Faturamento do(a) Coprodutor(a)': '300.00',
      'Venda feita como': role,
    });
  const roles = ['Produtor(a)', 'Productor(a)', 'Producer', 'Coprodutor(a)', ''];
  // In some reports, the column names the kind of offer.
  const offers = ['Produto principal', 'Produto order bump', 'Oferta de upgrade'];
  const file = hotmart(...[...roles, ...offers].map(shared));
  const ofProducer = { netCents: 88_037, commissionCents: 31_950 };
  const unknown = {
    netCents: null,
    coproduction: { producerCents: 88_037, coproducerCents: 30_000 },
  };
  expect((await readNotices(file)).map((row) => 'split' in row && row.split)).toMatchObject([
    ...[ofProducer, ofProducer, ofProducer],
    { netCents: 30_000, commissionCents: 89_987 },
    ...[unknown, unknown, unknown, unknown],
  ]);
});

test('refuses each invalid row with its reason', async () => {
  const file = hotmart(
    withCells(HOTMART_ROW, { 'Status da transação': 'Teleportado' }),
    withCells(HOTMART_ROW, { 'Data da transação': '31/02/2026', 'Confirmação do pagamento': '' }),
    withCells(HOTMART_ROW, { 'Data da transação': '', 'Confirmação do pagamento': '' }),
    withCells(HOTMART_ROW, { 'Data da transação': '11/10/2031 10:00:00' }),
    withCells(HOTMART_ROW, { 'Taxa de processamento': 'grátis' }),
    withCells(HOTMART_ROW, { 'Código da transação': '1,23E+15' }),
    withCells(HOTMART_ROW, { 'Venda feita como': 'Afiliado(a)' }),
    withCells(HOTMART_ROW, {
      'Valor de compra com impostos': '',
      'Valor de compra sem impostos': '',
    }),
    HOTMART_ROW.slice(0, 5),
    HOTMART_ROW,
    HOTMART_ROW,
    withCells(HOTMART_ROW, { 'Valor de compra sem impostos': '27.00' }),
  );
  expect(await readSales(file)).toEqual([
    '2: Situação desconhecida: “Teleportado”',
    '3: “31/02/2026” não é uma data como 31/12/2025',
    '4: Sem data',
    '5: Data no futuro',
    '6: “grátis” não é um valor em dinheiro',
    '7: “1,23E+15” não é um código de venda',
    '8: Venda feita como afiliado: o produto é de outra pessoa',
    '9: Sem valor',
    '10: Número de células diferente do cabeçalho',
    'paid HP1000000001 99700 88037 2026-11-10T12:05:10.000Z',
    '12: repeat',
    '13: A mesma venda já está em outra linha, com outro comprador, valor ou data',
  ]);
});

test('reads a sale in another currency, with its net in reais', async () => {
  const inReais = withCells(HOTMART_ROW, { 'Moeda de compra': 'USD' });
  const received = { 'Código da transação': 'HP2', 'Moeda de recebimento': 'USD' };
  const notices = await readNotices(hotmart(inReais, withCells(inReais, received)));
  const none = { feeCents: null, commissionCents: null };
  expect(notices).toMatchObject([
    { currency: 'USD', valueCents: null, split: { netCents: 88_037, ...none } },
    { currency: 'USD', valueCents: null, split: { netCents: null, ...none } },
  ]);
});

test('reads a renewal as a separate order, with the first charge as its alias', async () => {
  const charge = (code: string, type: string, main: string) =>
    withCells(HOTMART_ROW, {
      'Código da transação': code,
      'Tipo de cobrança': type,
      'Transação do Produto Principal': main,
    });
  const file = hotmart(
    charge('HP1', '1a cobrança', '(none)'),
    charge('HP2', '2a cobrança', 'HP1'),
    charge('HP3', '13ª cobrança', 'HP1'),
    charge('HP4', 'Parcelado', 'HP1'),
  );
  expect(await readNotices(file)).toMatchObject([
    { saleKey: 'HP1', alias: null, orderId: null, chargeNumber: 1 },
    { saleKey: 'HP2', alias: 'HP1', orderId: null, chargeNumber: 2 },
    { saleKey: 'HP3', alias: 'HP1', orderId: null, chargeNumber: 13 },
    { saleKey: 'HP4', alias: null, orderId: 'HP1', chargeNumber: null },
  ]);
});

// The columns of Cakto's and Lastlink's reports, and a subscription's.
test('reads the bumps, charge numbers and chargebacks of other tools’ sales', async () => {
  const file = [
    'ID da Venda,Produto,Status da Venda,Nome do Cliente,Valor Base do Produto,Valor Pago pelo Cliente,Parcelas,Venda Pai,Data da Venda,Data de Pagamento,Data do Reembolso,Data do Chargeback',
    'C1,Curso,paid,Ana Lima,197.00,215.40,12,,2026-11-10 10:00:00,2026-11-10 10:01:00,,',
    'C2,Bump,paid,Ana Lima,27.00,29.40,12,C1,2026-11-10 10:00:00,2026-11-10 10:01:00,,',
    'C3,Curso,chargedback,Rui Melo,197.00,215.40,12,,2026-09-10 10:00:00,2026-09-10 10:01:00,2026-10-01 09:00:00,2026-11-02 09:00:00',
    'C4,Curso,refunded,Eva Dias,197.00,215.40,12,,2026-09-10 10:00:00,2026-09-10 10:01:00,2026-10-01 09:00:00,',
  ].join('\n');
  expect(await readNotices(file)).toMatchObject([
    { saleKey: 'C1', orderId: null, installments: 12 },
    { saleKey: 'C2', orderId: 'C1', valueCents: 2_700 },
    {
      kind: 'chargeback',
      ...{ occurredAt: '2026-11-02T12:00:00.000Z', writtenAt: '2026-11-02T12:00:00.000Z' },
      paidAt: '2026-09-10T13:01:00.000Z',
    },
    { kind: 'refunded', occurredAt: '2026-10-01T12:00:00.000Z' },
  ]);
  const lastlink = [
    'Identificador da venda;Status da venda;Data da Venda;Nome/Razão social do membro;Produto principal;Parcelamento;Valor da venda;Taxa de serviço Lastlink;Comissão do Produtor;Data do pagamento;Data do chargeback;Recorrência;ID da assinatura',
    'L1;Pago;10/11/26 10:00:00;Ana Lima;Comunidade;12x;247.00;21.90;"225,1000";10/11/26 10:01:00;;1;A1',
    'L2;Estornado;10/09/26 10:00:00;Rui Melo;Comunidade;1x;247.00;21.90;"225,1000";10/09/26 10:01:00;02/11/26 10:00:00;2;A2',
  ].join('\n');
  expect(await readNotices(lastlink)).toMatchObject([
    {
      ...{ buyer: { name: 'Ana Lima' }, installments: 12, chargeNumber: 1, subscription: 'A1' },
      split: { netCents: 22_510, feeCents: 2_190 },
    },
    { kind: 'refunded', occurredAt: '2026-11-02T13:00:00.000Z', chargeNumber: 2 },
  ]);
});

test.each(['Venda principal', 'Pedido Pai'])(
  'takes no yes or no under “%s” for the code of another sale',
  async (title) => {
    const answers = ['Sim', 'Não', '0', '1', 'x', 'T0'];
    const rows = answers.map((answer, index) => `T${index};01/11/2026;97,00;Ana;Pago;${answer}`);
    const file = [`Código;Data;Valor;Nome;Status;${title}`, ...rows].join('\n');
    expect(await readNotices(file)).toMatchObject(
      answers.map((answer) => ({ orderId: answer === 'T0' ? answer : null })),
    );
  },
);

test.each([
  ['Recorrência', '2', 2],
  ['Ciclo', '2,0', 2],
  ['Ciclo', '13.0', 13],
  ['Recorrência', '12 meses', null],
  ['Recorrência', '12x', null],
  ['Ciclo', '1234', null],
  ['Número da cobrança', '77', null],
])('reads the number of a charge under “%s” from “%s” as %s', async (title, cell, chargeNumber) => {
  const file = `Código;Data;Valor;Nome;Status;${title}\nT1;01/11/2026;97,00;Ana;Pago;"${cell}"\n`;
  expect(await readNotices(file)).toMatchObject([{ chargeNumber }]);
});

test.each(['Telefone do produtor', 'WhatsApp da empresa', 'Celular para contato'])(
  'does not count “%s” as the buyer’s beside the buyer’s phone',
  async (title) => {
    const file = `Código;Data;Valor;Nome;Status;Telefone;${title}\nT1;01/11/2026;97,00;Ana;Pago;11 98888-7777;11 97777-6666\n`;
    expect(await readNotices(file)).toMatchObject([{ buyer: { phones: ['11 98888-7777'] } }]);
  },
);

test.each(['Valor final', 'Preço final', 'Valor cobrado', 'Valor com desconto'])(
  'takes a coupon off the price by the column “%s”',
  async (title) => {
    const file = `Código;Data;E-mail;Preço;Cupom;${title};Status\nT1;01/11/2026;lia@example.com;197,00;BLACK;97,00;Pago\n`;
    expect(await readNotices(file)).toMatchObject([{ valueCents: 9_700 }]);
  },
);

test('reads an order of Shopify from the row that names its buyer', async () => {
  const file = [
    'Name,Email,Financial Status,Paid at,Currency,Subtotal,Total,Created at,Lineitem quantity,Lineitem name,Billing Name,Billing Phone,Shipping Name,Payment Method,Refunded Amount,Id',
    "#1001,lia@example.com,paid,2026-03-01 10:22:33 -0300,BRL,97.00,97.00,2026-03-01 10:20:00 -0300,1,Curso,Lia Moreno,'+55 11 98765-0299,Outra Pessoa,Pix,0.00,5551",
    '#1001,lia@example.com,,,,,,2026-03-01 10:20:00 -0300,1,Bônus,,,,,,',
    '#1002,rui@example.com,voided,,BRL,97.00,97.00,2026-03-02 10:20:00 -0300,1,Curso,Rui Sá,,,custom,0.00,5552',
  ].join('\n');
  expect(await readNotices(file)).toMatchObject([
    {
      ...{ saleKey: '5551', kind: 'paid', valueCents: 9_700, product: { name: 'Curso' } },
      buyer: { name: 'Lia Moreno', email: 'lia@example.com', phones: ['+55 11 98765-0299'] },
      occurredAt: '2026-03-01T13:22:33.000Z',
    },
    { type: 'repeat' },
    { saleKey: '5552', kind: 'canceled' },
  ]);
});

test.each([
  // Of InfinitePay.
  [
    'Data e hora,Meio - Meio,Meio - Bandeira,Meio - Parcelas,Tipo - Origem,Tipo - Dados adicionais,Identificador,Status,Valor (R$),Líquido (R$),Taxa Aplicada - Valor(R$),Taxa Aplicada - Aplicada(%),Plano,NSU,Origem - Nome',
    `01/07/2026 10:20,Pix,Visa,12,Link,,T1,Aprovada,"1.497,00","1.350,00","'- 147,00",9.8,Na hora,123,Loja`,
    'paid T1 149700 135000 2026-07-01T13:20:00.000Z',
  ],
  // Of PagBank, whose “Cliente” is the shop.
  [
    'Nome Cliente;E-mail Cliente;Código da Transação;Data da Transação;Forma de Pagamento;Valor Bruto;Valor Taxa;Valor Líquido;Status;Código da Venda;Nome Comprador;E-mail Comprador',
    'LOJA;loja@example.com;00007AC1-3531;21/03/2026 06:53;Pix;R$ 36,85;R$ 1,00;R$ 35,85;Aprovada;;Lia;lia@example.com',
    'paid 00007AC1-3531 3685 3585 2026-03-21T09:53:00.000Z',
  ],
  // Of PayPal.
  [
    'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,To Email Address,Transaction ID,Item Title,Pagamento',
    '21/09/2026,10:00:00,BRT,Lia,Website Payment,Completed,BRL,"97,00","-5,00","92,00",lia@example.com,loja@example.com,T1,Curso,pix',
    'paid T1 9700 9200 2026-09-21T13:00:00.000Z',
  ],
  // Of Cielo, after nine other lines.
  [
    `${'Detalhado de vendas Cielo\n'.repeat(9)}Quantidade de vendas;Valor bruto;Taxa/tarifa;Valor líquido\n3;300,00;-5,00;295,00\nData da venda;Hora da venda;Estabelecimento;Forma de pagamento;Bandeira;Valor bruto;Valor Taxa/Tarifa;Valor líquido;Status da venda;Tipo de lançamento;Data do lançamento;Data prevista do pagamento;Código de autorização;NSU/DOC;Código da venda;TID`,
    '01/07/2026;12:46;1234567890;Pix;Pix;27,51;-0,08;27,43;Aprovada;Venda Pix;01/07/2026;01/07/2026;000000;1278316;T1;',
    'paid T1 2751 2743 2026-07-01T15:46:00.000Z',
  ],
])('reads the money of a payment company’s report: %#', async (titles, row, sale) => {
  const file = `${titles}\n${row}\n`;
  expect(await readSales(file)).toEqual([sale]);
  expect(await readNotices(file)).toMatchObject([{ method: 'pix' }]);
});

test('reads times as UTC when the title says so, and the refund of a part', async () => {
  const file = [
    'id,Created date (UTC),Amount,Amount Refunded,Currency,Description,Fee,Status,Customer Email',
    'py_1,2026-08-26 01:31:54,"97,00","0,00",brl,Curso,"4,20",Paid,lia@example.com',
    'py_2,2026-08-26 01:31:54,"97,00","7,00",brl,Curso,"4,20",Paid,rui@example.com',
  ].join('\n');
  expect(await readNotices(file)).toMatchObject([
    { kind: 'paid', occurredAt: '2026-08-26T01:31:54.000Z', refundedCents: null },
    {
      kind: 'refunded',
      valueCents: 9_700,
      refundedCents: 700,
      buyer: { email: 'rui@example.com' },
    },
  ]);
});

const ORDERS = `
Order Number,Order Status,Order Date,First Name (Billing),Last Name (Billing),Email (Billing),Phone (Billing),First Name (Shipping),Payment Method Title,Order Total Amount,Item Name
1001,wc-completed,2026-03-01 10:20,Lia,Moreno,lia@example.com,11987650299,Outra,Pix,97.00,Curso

Order ID,Order Date,Order Status,Order Total,Payment Method Title,Billing First Name,Billing Last Name,Billing Email Address,Billing Phone,Product Name #1,Product Quantity #1,Product Name #2
1001,2026-03-01 10:20:00,wc-completed,97.00,Pix,Lia,Moreno,lia@example.com,11987650299,Curso,1,

Número do pedido;Status do pedido;Data do pedido;Nome (faturamento);Sobrenome (faturamento);E-mail (faturamento);Telefone (faturamento);Título do método de pagamento;Valor total do pedido;Nome do item
1001;Concluído;01/03/2026 10:20;Lia;Moreno;lia@example.com;11987650299;Pix;97,00;Curso

Data da compra (date_created);Data de creditação (date_approved);Nome da contraparte (counterpart_name);E-mail da contraparte (counterpart_email);Telefone da contraparte (counterpart_phone_number);Descrição da operação (reason);Número da operação do Mercado Pago (operation_id);Status da operação (status);Valor do produto (transaction_amount);Tarifa do Mercado Pago (mercadopago_fee);Valor total recebido (net_received_amount);Tipo de meio de pagamento (payment_type)
01/03/2026 10:20:00;01/03/2026 10:21:00;Lia Moreno;lia@example.com;11 987650299;Curso;1001;approved;97.00;-5.00;92.00;pix

Número da fatura;Nome do cliente;E-mail;Celular;Descrição;Valor;Valor líquido;Data de criação;Forma de pagamento;Situação
1001;Lia Moreno;lia@example.com;11987650299;Curso;R$ 97,00;R$ 95,00;01/03/2026 10:20;Pix;Recebida

id transação;data pedido;status;nome contato;email contato;telefone contato;nome produto;valor venda;forma pagamento
1001;01/03/2026 10:20:00;Aprovada;Lia Moreno;lia@example.com;5511987650299;Curso;97,00;Pix

id transação;status;pagamento;valor venda;nome produto;nome contato;email contato;país contato;codigo telefone contato;telefone contato;data pedido
1001;Aprovada;Pix;97,00;Curso;Lia Moreno;lia@example.com;BR;11;987650299;01/03/2026 10:20:00

Transação;Status;Dt. Pagamento;Produto;Valor Produto;Minha Comissão;Método pgto.;Nº parcelas;Aluno;E-mail;Telefone
1001;Pago;01/03/2026 10:20:00;Curso;97,00;80,00;Pix;1;Lia Moreno;lia@example.com;5511987650299

CódigoTransação;Status;DataVenda;Produto;Plano;ValorVenda;ValorComissão;FormaPagamento;NomeCliente;EmailCliente;TelefoneCliente
1001;Aprovado;01/03/2026 10:20:00;Curso;Plano;97,00;80,00;Pix;Lia Moreno;lia@example.com;+55 11 987650299

ID da Venda,Produto,Status da Venda,Comissão,Nome do Cliente,Email do Cliente,Telefone do Cliente,Método de Pagamento,Valor Base do Produto,Desconto,Valor Pago pelo Cliente,Taxas,Data da Venda,Data de Pagamento
1001,Curso,paid,80.00,Lia Moreno,lia@example.com,5511987650299,pix,97.00,0,103.20,4.20,01/03/2026 10:19:00,01/03/2026 10:20:00

Código da Transação;Status;Data do Pedido;Nome do Produto;Valor do Pedido;Método de Pagamento;Nome do Cliente;E-mail do Cliente;Telefone Completo do Cliente
1001;Autorizado;01/03/2026 10:20:00;Curso;97,00;Pix;Lia Moreno;lia@example.com;+5511987650299

Codigo_da_Venda;Status;Data;Produto;Moeda;Valor_Liquido;Preco_Base_do_Produto;Pagamento;Comprador;Email;Celular
1001;Aprovado;01/03/2026 10:20:00;Curso;BRL;90,00;97,00;Pix;Lia Moreno;lia@example.com;11987650299

id transação;status;data pedido;nome produto;moeda;valor líquido;valor produtos;pagamento;nome contato;email contato;codigo telefone contato;telefone contato
1001;Aprovada;01/03/2026 10:20:00;Curso;BRL;90,00;97,00;Pix;Lia Moreno;lia@example.com;11;987650299

Pedido;Status;Criado Em;Data Efetivado;Produto;Ticket (R$);Modalidade de Contrato;Cliente Nome;Cliente Email;País;Telefone
1001;Efetivado;28/02/2026 09:00:00;01/03/2026 10:20:00;Curso;97,00;Pix;Lia Moreno;lia@example.com;Brasil;11987650299

order_id,paid_at,status,product_name,gross_value,net_value,payment_type,buyer_name,buyer_email,buyer_phone,created_at
1001,2026-03-01 10:20:00,order_approved,Curso,97.00,90.00,pix,Lia Moreno,lia@example.com,11987650299,2026-02-28 09:00:00

ID Venda;Status da venda;Data da venda;Nome do produto;Valor Pago;Método de pagamento;Nome do comprador;Email do comprador;Número de telefone
1001;paid;01/03/2026 10:20:00;Curso;97,00;Pix;Lia Moreno;lia@example.com;11987650299
`;

test.each(ORDERS.trim().split('\n\n'))('knows the columns of orders: %j', async (file) => {
  const phones = [expect.stringMatching('987650299')];
  expect(await readNotices(file)).toMatchObject([
    {
      ...{ saleKey: '1001', kind: 'paid', valueCents: 9_700, method: 'pix' },
      buyer: { name: 'Lia Moreno', email: 'lia@example.com', phones },
      product: { name: 'Curso' },
      occurredAt: '2026-03-01T13:20:00.000Z',
    },
  ]);
});

test('counts a sale on the day it was paid, and a return on its own day', async () => {
  const file = [
    'Código;Status;Data de criação;Data de pagamento;Data de reembolso;Valor;E-mail',
    'T1;Paga;01/11/2026 10:00;03/11/2026 11:00;;97,00;lia@example.com',
    'T2;Reembolsada;01/11/2026 10:00;03/11/2026 11:00;05/11/2026 12:00;97,00;rui@example.com',
    'T3;Aguardando pagamento;01/11/2026 10:00;00/00/0000;00/00/0000 00:00:00;97,00;eva@example.com',
  ].join('\n');
  const sales = [
    'paid T1 9700  2026-11-03T14:00:00.000Z',
    'refunded T2 9700  2026-11-05T15:00:00.000Z',
    'pending T3 9700  2026-11-01T13:00:00.000Z',
  ];
  expect(await readSales(file)).toEqual(sales);
  const columns = { transaction: 'Código', status: 'Status', price: 'Valor', email: 'E-mail' };
  const choice = { kind: 'vendas', columns: { ...columns, createdAt: 'Data de criação' } } as const;
  expect(await readSales(file, choice)).toEqual(sales);
});

test('counts a state without a time as written when the file is imported, except a payment', async () => {
  const file = [
    'Código;Status;Data;Data de pagamento;Data de reembolso;Valor;E-mail',
    'T1;Paga;01/11/2026 10:00;03/11/2026 11:00;;97,00;lia@example.com',
    'T2;Chargeback;01/11/2026 10:00;03/11/2026 11:00;;97,00;rui@example.com',
    'T3;Cancelada;01/11/2026 10:00;;;97,00;eva@example.com',
    'T4;Reembolsada;01/11/2026 10:00;03/11/2026 11:00;05/11/2026 12:00;97,00;ivo@example.com',
  ].join('\n');
  expect(await readNotices(file)).toMatchObject([
    { writtenAt: '2026-11-03T14:00:00.000Z' },
    { occurredAt: '2026-11-03T14:00:00.000Z', writtenAt: '2026-11-20T12:00:00.000Z' },
    { occurredAt: '2026-11-01T13:00:00.000Z', writtenAt: '2026-11-20T12:00:00.000Z' },
    { writtenAt: '2026-11-05T15:00:00.000Z' },
  ]);
});

test('reads the reference and the origin of another tool’s sales', async () => {
  const titles =
    'ID da fatura;Data;Valor total;Email do cliente;UTM Origem;UTM Mídia;UTM Campanha;UTM Conteúdo;UTM Termo;SCK;SRC';
  const ref = '0192f3a4b5c67d8e9f00112233445566';
  const file = `${titles}\nH1;03/11/2026 10:00;97,00;lia@example.com;instagram;bio;lanc;reels;frio;${ref};(not set)\n`;
  expect(await readNotices(file)).toMatchObject([
    {
      tracking: {
        ...{ ref, utm_source: 'instagram', utm_medium: 'bio', utm_campaign: 'lanc' },
        ...{ utm_content: 'reels', utm_term: 'frio' },
      },
    },
  ]);
});

test.each([
  ...['Nº do pedido;Data venda', 'N° Pedido;Dt. da compra', 'N. Pedido;Data compra'],
  ...['Num. da venda;Dt venda', 'No. Pedido;Data Pedido', 'Cód. do Pedido;Data de Compra'],
  'Cod venda;Data da Compra',
  'Identificador da venda;Data da Venda',
  ...['Nº Ingresso;Data Compra', 'N.º pedido;Dt.', 'Pedido nº;Data', 'Cód.;Data venda', 'Cod;Dt'],
])('keeps two equal purchases of a person apart by the codes under %s', async (titles) => {
  const rows = ['77', '78'].map((code) => `${code};03/11/2026;Ana Lima;Curso;97,00;Pago`);
  const file = [`${titles};Nome cliente;Nome produto;Valor venda;Status`, ...rows].join('\n');
  expect(await readNotices(file)).toMatchObject(
    ['77', '78'].map((saleKey) => ({ saleKey, buyer: { name: 'Ana Lima' } })),
  );
});

test.each([
  'Order;Data/Hora;Customer;Item;Sale price;Sale status',
  'Order #;Date of sale;Client;Product title;Amount paid;Payment state',
  'Sale ID;Purchased at;Buyer full name;Products;Gross amount;Purchase status',
  'Invoice Number;Transaction time;Billing Full Name;Product(s);Total paid;Invoice status',
  'Charge ID;Transaction Date/Time;Attendee;Course name;Order value;Charge status',
  'Número da transação;Data e hora da venda;Comprador(a);Plano;Valor da compra;Status da transação',
  'ID da cobrança;Data de emissão;Aluno(a);Nome do curso;Valor em R$;Situação do pagamento',
  'Nº inscrição;Emitido em;Pagador;Tipo de ingresso;Valor da inscrição;Situação da venda',
  'Pedido #;Criada em;Cliente - Nome;Nome da oferta;Vlr. Total;Situação do pedido',
  'Código da cobrança;Data finalizada;Cliente: Nome;Serviço;Valor R$;Status cobrança',
])('reads all of a sale under the titles %s', async (titles) => {
  const file = `${titles}\nV1;13/11/2026 10:00;Ana Lima;Violão;R$ 97,00;Reembolsado\n`;
  expect(await readNotices(file)).toMatchObject([
    {
      ...{ kind: 'refunded', saleKey: 'V1', valueCents: 9_700, buyer: { name: 'Ana Lima' } },
      ...{ product: { name: 'Violão' }, occurredAt: '2026-11-13T13:00:00.000Z' },
    },
  ]);
});

test('takes no code or price of the buyer for that of the sale', async () => {
  const titles = 'Cliente - Código;Customer/Total;Cliente - E-mail;Data;Valor pago';
  const file = `${titles}\n7;900,00;ana@example.com;01/11/2026;97,00\n`;
  const notices = await readNotices(file);
  expect(notices).toMatchObject([
    { kind: 'paid', valueCents: 9_700, buyer: { email: 'ana@example.com' } },
  ]);
  expect(notices).not.toMatchObject([{ saleKey: '7' }]);
});

// Fields of Ticto's notices and of Hotmart's API, as automations list them.
test.each([
  ['commission_type', 'affiliate'],
  ['commission_as', 'AFFILIATE'],
  ['Tipo de comissão', 'Afiliado(a)'],
])('refuses another seller’s sale by “%s”', async (title, role) => {
  const row = (code: string, as: string) => `${code};01/11/2026;97,00;lia@example.com;Pago;${as}`;
  const file = [`Código;Data;Valor;E-mail;Status;${title}`, row('T1', role), row('T2', 'producer')];
  expect(await readSales(file.join('\n'))).toEqual([
    '2: Venda feita como afiliado: o produto é de outra pessoa',
    expect.stringMatching(/^paid T2 /),
  ]);
});

test('reads the tickets of an order as sales of one order', async () => {
  const ticket = (code: string) =>
    `${code};Ana;Lima;97,00;10/11/2026 10:00;Aprovado;ana@example.com;P1`;
  const file = [
    'Nº ingresso;Nome;Sobrenome;Valor;Data compra;Estado de pagamento;E-mail;Nº pedido',
    ...['T1', 'T2'].map(ticket),
  ].join('\n');
  expect(await readNotices(file)).toMatchObject([
    { kind: 'paid', saleKey: 'T1', orderId: 'P1', buyer: { name: 'Ana Lima' } },
    { kind: 'paid', saleKey: 'T2', orderId: 'P1' },
  ]);
});

test('reads PayPal’s sales in Portuguese, without its withdrawals', async () => {
  const file = [
    '"Data","Hora","Fuso horário","Nome","Tipo","Status","Moeda","Bruto","Tarifa","Líquido","Do endereço de e-mail","ID da transação"',
    '"10/11/2026","10:00:00","BRT","Ana Lima","Pagamento","Concluído","BRL","197,00","-9,00","188,00","ana@example.com","PP1"',
    '"10/11/2026","11:00:00","BRT","","Saque geral","Concluído","BRL","-188,00","0,00","-188,00","","PP2"',
  ].join('\n');
  expect(await readNotices(file)).toMatchObject([
    {
      ...{ kind: 'paid', saleKey: 'PP1', occurredAt: '2026-11-10T13:00:00.000Z' },
      ...{ valueCents: 19_700, split: { netCents: 18_800, feeCents: 900 } },
      buyer: { name: 'Ana Lima', email: 'ana@example.com' },
    },
    { type: 'refused' },
  ]);
});

test('asks for the kind of a file with products, sale codes and methods, but no known price', async () => {
  const titles = 'Código da venda;Data;Nome do produto;Cobrado;Método de pagamento;Nome;Telefone';
  const file = `${titles}\nG1;03/11/2026;Curso;97,00;Pix;Lia;21987650011\n`;
  expect(await readFile(file)).toMatchObject({ kind: null, file: null });
});

test.each([
  ['wc-processing', 'Order Number,Order Status,Order Date,Email (Billing),Order Total Amount'],
  ['Processando', 'Order Number,Order Status,Order Date,Email (Billing),Order Total Amount'],
  ['Autorizado', 'Código,Status,Data do Pedido,Telefone Completo do Cliente,Valor'],
])('reads %s as paid in the file of the tool whose word it is', async (state, titles) => {
  const row = `12,${state},2026-03-01 10:20,5511987650299,97.00`;
  expect(await readNotices(`${titles}\n${row}\n`)).toMatchObject([{ kind: 'paid' }]);
});

test.each([
  'UtmSource;UtmMedium;UtmCampaign;UtmContent;UtmTerm',
  'Origem (utm_source);Meio (utm_medium);Campanha (utm_campaign);Criativo (utm_content);Termo (utm_term)',
  'utm source venda;utm medium venda;utm campaign venda;utm content venda;utm term venda',
])(
  'reads the origin from columns whose titles contain the names of the UTMs: %s',
  async (titles) => {
    const file = `Código;Data;Valor;E-mail;${titles}\nT1;01/11/2026;97,00;lia@example.com;ig;bio;lanc;reels;frio\n`;
    expect(await readNotices(file)).toMatchObject([
      {
        tracking: {
          ...{ utm_source: 'ig', utm_medium: 'bio', utm_campaign: 'lanc' },
          ...{ utm_content: 'reels', utm_term: 'frio' },
        },
      },
    ]);
  },
);

test('prefers a UTM’s own column to one whose title contains its name', async () => {
  const titles = 'Código;Data;Valor;E-mail;utm_source da primeira visita;utm_source';
  const file = `${titles}\nT1;01/11/2026;97,00;lia@example.com;google;ig\n`;
  expect(await readNotices(file)).toMatchObject([{ tracking: { utm_source: 'ig' } }]);
});

test('knows a sale of Hotmart by its code in a file of no platform', async () => {
  const file = 'Código;Data;Valor;E-mail\nHP1787159814;01/11/2026;97,00;lia@example.com\n';
  expect(await readNotices(file)).toMatchObject([{ platform: 'hotmart' }]);
  expect(await readNotices(file, { platform: 'kiwify' })).toMatchObject([{ platform: 'kiwify' }]);
  expect(await readNotices(file.replace('HP1787', 'HPX1787'))).toMatchObject([
    { platform: 'outra' },
  ]);
});

test('knows each row’s platform from its column, unless the operator chose one', async () => {
  const file = [
    'Código;Plataforma;Data;Valor;Status;E-mail',
    'T1;Kiwify;01/11/2026;97,00;Pago;lia@example.com',
    'T2;Ticto - conta 2;01/11/2026;97,00;Autorizado;rui@example.com',
    'M1;Monetizze;01/11/2026;97,00;Bloqueada;rui@example.com',
    'T3;Facebook;01/11/2026;97,00;Pago;eva@example.com',
    'T4;;01/11/2026;97,00;Autorizado;ivo@example.com',
  ].join('\n');
  expect(await readNotices(file)).toMatchObject([
    { platform: 'kiwify', kind: 'paid' },
    { platform: 'ticto', kind: 'paid' },
    { platform: 'monetizze', kind: 'paid' },
    { platform: 'outra', kind: 'paid' },
    { platform: 'outra', kind: 'pending' },
  ]);
  const chosen = await readNotices(file, { platform: 'hubla' });
  expect(chosen).toMatchObject([1, 2, 3, 4, 5].map(() => ({ platform: 'hubla' })));
});

test('knows the platform of Ticto’s report from its titles', async () => {
  const titles = 'Código da Transação;Data do Pedido;Valor Pago;Telefone Completo do Cliente';
  const file = `${titles}\nTPA1;01/11/2026;97,00;+5511987650299\n`;
  expect(await readNotices(file)).toMatchObject([{ platform: 'ticto', saleKey: 'TPA1' }]);
});

test.each([
  ...['Valor devolvido (amount_refunded)', 'Valor reembolsado', 'Valor do estorno'],
  'Order Refund Amount',
])('reads the refunded part of a sale from %s', async (title) => {
  const file = `Código;Data;Valor;Status;${title}\nT1;01/11/2026;97,00;approved;20,00\n`;
  expect(await readNotices(file)).toMatchObject([{ kind: 'refunded', refundedCents: 2_000 }]);
});

test('reads a refund in another currency as one of an unknown amount, unless it is of the full value', async () => {
  const file = `id,Created date (UTC),Amount,Amount Refunded,Currency,Refunded date (UTC),Status,Customer Email
ch_1,2026-11-01 13:00:00,97.00,20.00,usd,2026-11-05 15:00:00,Paid,lia@example.com
ch_2,2026-11-01 13:00:00,97.00,97.00,usd,2026-11-05 15:00:00,Paid,ana@example.com
`;
  expect(await readNotices(file)).toMatchObject([
    { kind: 'partial_refund', refundedCents: null, occurredAt: '2026-11-05T15:00:00.000Z' },
    { kind: 'refunded', refundedCents: null, occurredAt: '2026-11-05T15:00:00.000Z' },
  ]);
});

test('knows the net of a report that writes its currency as R$', async () => {
  const sale = withCells(HOTMART_ROW, { 'Moeda de recebimento': 'R$' });
  expect(await readNotices(hotmart(sale))).toMatchObject([{ split: { netCents: 88_037 } }]);
});
