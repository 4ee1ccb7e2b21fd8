import type { ImportKind } from '@funil/contract/files/imports';
import { expect, test } from 'vitest';
import type { FileChoice } from './file-layout.ts';
import { openImportFile } from './open-file.ts';
import { type ImportRow, readImportRows } from './read-rows.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const CHUNK_BYTES = 1_000;

/** Returns a file's rows as they are read; the file arrives in small chunks. */
async function read(content: string | Buffer, choice: Partial<FileChoice> = {}) {
  const bytes = Buffer.from(content);
  async function* source() {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
      yield bytes.subarray(at, at + CHUNK_BYTES);
  }
  const opened = await openImportFile(
    source,
    { kind: null, columns: null, ...choice },
    async () => null,
  );
  const rows: ImportRow[] = [];
  if (opened.file) {
    for await (const some of readImportRows(opened.file, { platform: null, now: NOW }))
      rows.push(...some);
  }
  return { ...opened, rows };
}

/** Returns a file's rows, those of sales as their notices. */
async function readNotices(content: string | Buffer, choice: Partial<FileChoice> = {}) {
  const { rows } = await read(content, choice);
  return rows.map((row) => {
    if (row.type !== 'sale') return row;
    const { platform, notice } = row.report;
    return { type: row.type, line: row.line, platform, ...notice };
  });
}

/** Returns the sales of a file's rows, or the reasons why they are refused. */
async function readSales(content: string | Buffer, choice: Partial<FileChoice> = {}) {
  return (await readNotices(content, choice)).map((row) => {
    if (row.type === 'refused') return `${row.line}: ${row.reason}`;
    if (row.type !== 'sale') return `${row.line}: ${row.type}`;
    const { kind, saleKey, valueCents, split, occurredAt } = row;
    return [kind, saleKey, valueCents, split.netCents, occurredAt].join(' ');
  });
}

const HOTMART_TITLES = [
  ...[
    'Código da transação',
    'Status da transação',
    'Data da transação',
    'Confirmação do pagamento',
  ],
  ...['Produtor(a)', 'Código do produto', 'Produto', 'Moeda de compra'],
  ...['Valor de compra com impostos', 'Valor de compra sem impostos', 'Moeda de recebimento'],
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

test('reads an Eduzz report: each invoice once, and partial refunds, with or without an amount', async () => {
  const file = [
    'Fatura;Status;Método de Pagamento;Forma de Pagamento;Nº Parcelas;Moeda;Data de Criação;Data de Pagamento;Data de Reembolso;ID do Produto;Produto;Valor Inicial da Venda;Valor Total da Venda;Valor Reembolsado;Taxa Eduzz;Ganho Liquido;Cliente / Nome;Cliente / E-mail;Cliente / Fones',
    '7001;Paga;Cartão;Cartão de Crédito;3;BRL;10/11/2026 09:00:00;10/11/2026 09:01:00;;1;Comunidade;1.097,00;1.150,00;0,00;53,29;1.043,71;Ana Souza;ana@example.com;11987654321',
    '7001;Paga;Cartão;Cartão de Crédito;3;BRL;10/11/2026 09:00:00;10/11/2026 09:01:00;;2;Planilha;1.097,00;1.150,00;0,00;53,29;1.043,71;Ana Souza;ana@example.com;11987654321',
    '7002;Paga;Pix;Pix;1;BRL;10/11/2026 09:00:00;10/11/2026 09:01:00;12/11/2026 10:00:00;1;Comunidade;997,00;997,00;97,00;53,29;943,71;Bia Lima;bia@example.com;21977100000',
    '7003;Reembolsada;Pix;Pix;1;BRL;10/11/2026 09:00:00;10/11/2026 09:01:00;12/11/2026 10:00:00;1;Comunidade;997,00;997,00;997,00;53,29;0,00;Eva Reis;eva@example.com;21977100001',
    '7004;Parcialmente reembolsada;Pix;Pix;1;BRL;10/11/2026 09:00:00;10/11/2026 09:01:00;12/11/2026 10:00:00;1;Comunidade;997,00;997,00;;53,29;943,71;Lia Reis;lia@example.com;21977100002',
  ].join('\n');
  expect((await read(file)).kind).toBe('eduzz');
  expect(await readSales(file)).toEqual([
    'paid 7001 109700 104371 2026-11-10T12:01:00.000Z',
    '3: repeat',
    'refunded 7002 99700 94371 2026-11-12T13:00:00.000Z',
    'refunded 7003 99700  2026-11-12T13:00:00.000Z',
    'partial_refund 7004 99700 94371 2026-11-12T13:00:00.000Z',
  ]);
});

test.each([
  [';', '1.234,56', 123_456],
  [',', '"1,234.56"', 123_456],
  ['\t', 'R$ 1.234,56', 123_456],
  [';', '-1.234,56', 123_456],
  [';', '1234.5', 123_450],
  [';', '1234', 123_400],
])('reads cells between %j with the amount %s', async (separator, amount, cents) => {
  const file = [
    ['Data', 'Valor', 'Código'],
    ['01/11/2026', amount, 'V1'],
  ].map((cells) => cells.join(separator));
  expect(await readSales(file.join('\n'))).toEqual([`paid V1 ${cents}  2026-11-02T02:59:59.000Z`]);
});

test.each([
  [
    'TMB’s orders',
    'Pedido;Cliente Nome;Cliente E-mail;Cliente Telefone;Ticket;Data Efetivado;Status Pedido',
    'T1;Lia;lia@example.com;11987650001;1997,00;03/11/2026 10:00:00;Cancelado',
    ['canceled', 'T1', 199_700, 'lia@example.com'],
  ],
  [
    'Ticto’s sales',
    'Código da venda;Data;Valor;Status;Email',
    'T2;03/11/2026 10:00;97,00;Venda Realizada;lia@example.com',
    ['paid', 'T2', 9_700, 'lia@example.com'],
  ],
  [
    'authorized sales',
    'Código da venda;Data;Valor;Status;Email',
    'T3;03/11/2026 10:00;97,00;Autorizada;lia@example.com',
    ['paid', 'T3', 9_700, 'lia@example.com'],
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

test('decides the decimal separator by the complete file', async () => {
  const many = Array.from({ length: 500 }, (_, n) => `2026-11-01;1.500;V${n}`);
  const file = ['Data;Valor;Código', ...many, '2026-11-01;10,50;fim'].join('\n');
  expect((await readSales(file))[0]).toBe('paid V0 150000  2026-11-02T02:59:59.000Z');
});

test('decides by the role in the row which share of a co-production is the net', async () => {
  const shared = (role: string) =>
    withCells(HOTMART_ROW, {
      'Código da transação': `HP1${role}`,
      'Faturamento do(a) Coprodutor(a)': '300.00',
      'Venda feita como': role,
    });
  const file = hotmart(shared('Produtor(a)'), shared('Coprodutor(a)'), shared(''));
  const coproduction = { producerCents: 88_037, coproducerCents: 30_000 };
  expect(await readNotices(file)).toMatchObject([
    { split: { feeCents: 9_713, netCents: 88_037, commissionCents: 31_950 } },
    { split: { feeCents: 9_713, netCents: 30_000, commissionCents: 89_987 } },
    { split: { feeCents: 9_713, netCents: null, coproduction } },
  ]);
});

test.each([
  ...(['Venda Realizada paid', 'Reclamado paid', 'Pix Gerado pending'] as const),
  ...(['Boleto Impresso pending', 'Boleto Atrasado pending', 'Reembolso refunded'] as const),
  ...(['Venda Recusada canceled', 'Pix Expirado canceled'] as const),
  'Abandono de Carrinho abandoned',
])('reads a state and its kind as Ticto writes it: %s', async (words) => {
  const [, state = '', kind] = /^(.*) (\w+)$/.exec(words) ?? [];
  const file = `Data do Pedido;Valor Pago;Código do Pedido;Status\n01/11/2026;97,00;T1;${state}`;
  expect(await readNotices(file)).toMatchObject([{ kind, saleKey: 'T1' }]);
});

test('refuses a sale without a state when the file has a column of states', async () => {
  const file = 'Código;Data;Valor;Status\nT1;01/11/2026;97,00;Aprovada\nT2;01/11/2026;97,00;\n';
  expect(await readSales(file)).toEqual([
    'paid T1 9700  2026-11-02T02:59:59.000Z',
    '3: Sem situação',
  ]);
});

test('reads each amount by itself when a file has both decimal separators, and refuses unclear ones', async () => {
  const amounts = ['1.497,10', '1497.10', '"1,497.10"', '97', '1.500', '12,5'];
  const lines = amounts.map((amount, n) => `2026-11-01;${amount};V${n}`);
  expect(await readSales(['Data;Valor;Código', ...lines].join('\n'))).toEqual([
    ...['V0', 'V1', 'V2'].map((code) => `paid ${code} 149710  2026-11-02T02:59:59.000Z`),
    'paid V3 9700  2026-11-02T02:59:59.000Z',
    '6: “1.500” pode ser mil e tantos ou um e uma fração: o arquivo usa vírgula e ponto para os centavos',
    'paid V5 1250  2026-11-02T02:59:59.000Z',
  ]);
});

test.each([
  [
    'Data;Valor\n2026-11-01;1.500\n2026-11-01;12',
    'Linha 2: “1.500” pode ser mil e tantos ou um e uma fração, e nenhum outro número do arquivo decide. Exporte um período maior, que tenha um valor com centavos.',
  ],
  ['PK\x03\x04', 'abra-a no Google Planilhas'],
  ['Nome;Telefone\n\n;\n', 'O arquivo não tem nenhuma linha além dos títulos'],
  ['Ana;11987654321\nBia;11987654322', 'O arquivo não tem a linha dos títulos'],
])('refuses a file with its remedy: %j', async (content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});

test('reads titles after other lines, quoted line breaks, unknown columns, and no totals', async () => {
  const file = [
    'Relatório de vendas',
    'Período:;01/11/2026 a 30/11/2026',
    '',
    'Data;Valor;Código;Observação;Nome',
    '01/11/2026 10:00:00;10,00;V1;"linha 1\nlinha 2; ainda";"Ana ""Aninha"" Souza"',
    ';;;;',
    '02/11/2026 10:00:00;20,00;V2;;Bia;;',
    'Total;30,00;;;',
  ].join('\r\n');
  expect(await readNotices(file)).toMatchObject([
    { line: 5, saleKey: 'V1', buyer: { name: 'Ana "Aninha" Souza' } },
    { line: 8, saleKey: 'V2' },
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
    withCells(HOTMART_ROW, { 'Status da transação': 'Reembolsado' }),
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
    '13: A mesma venda já está em outra linha, com outro valor ou situação',
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

test('reads leads of any tool, and refuses rows without a valid phone number', async () => {
  const file = [
    'Nome,Telefone,E-mail,Data,Origem',
    'Ana Souza,(11) 98765-4321,ana@example.com,01/11/2026,instagram',
    'Ana S.,+55 11 8765-4321,,2026-11-02T10:00:00Z,',
    ',21977100000,sem e-mail,,',
    'Bia,"5,511987654E+12",,,',
    'Eva,9999,,,',
    'Léo,,,,',
  ].join('\n');
  const { kind, rows } = await read(file);
  expect(kind).toBe('leads');
  expect(rows).toMatchObject([
    {
      lead: {
        nome: 'Ana Souza',
        telefone: '(11) 98765-4321',
        email: 'ana@example.com',
        utm_source: 'instagram',
        createdAt: '2026-11-01T03:00:00.000Z',
      },
    },
    { type: 'repeat' },
    {
      lead: {
        nome: 'Sem nome',
        email: null,
        utm_source: '',
        createdAt: '2026-11-20T12:00:00.000Z',
      },
    },
    { reason: 'O Excel arredondou o telefone' },
    { reason: '“9999” não é um telefone com DDD' },
    { reason: 'Sem telefone' },
  ]);
});

/** Returns the name, phone, key and day of each lead, or the reason why a row is refused. */
async function readLeads(content: string | Buffer, choice: Partial<FileChoice> = {}) {
  const { rows } = await read(content, choice);
  return rows.map((row) => {
    if (row.type === 'refused') return `${row.line}: ${row.reason}`;
    if (row.type !== 'lead') return `${row.line}: ${row.type}`;
    const { nome, telefone, phoneKey, createdAt } = row.lead;
    return [nome, telefone, phoneKey, createdAt.slice(0, 10)].join(' | ');
  });
}

test('joins the area code from a separate column, unless the phone contains it', async () => {
  const file = [
    'Nome;DDD;Telefone;Data',
    'Um;11;11987654329;01/11/2026',
    'Dois;21;987650011;01/11/2026',
    'Três;;(31) 98765-1299;01/11/2026',
    'Quatro;11;+55 11 98765-4330;01/11/2026',
    'Cinco;011;987654332;01/11/2026',
  ].join('\n');
  const leads = [
    'Um | 11987654329 | 1187654329 | 2026-11-01',
    'Dois | 21987650011 | 2187650011 | 2026-11-01',
    'Três | (31) 98765-1299 | 3187651299 | 2026-11-01',
    'Quatro | +55 11 98765-4330 | 1187654330 | 2026-11-01',
    'Cinco | 11987654332 | 1187654332 | 2026-11-01',
  ];
  expect(await readLeads(file)).toEqual(leads);
  const columns = { name: 'Nome', phone: 'Telefone', createdAt: 'Data' };
  expect(await readLeads(file, { kind: 'leads', columns })).toEqual(leads);
});

test("joins the area code to a buyer's phone, and the country code to a phone from abroad", async () => {
  const titles = 'Transação;Status;Preço do Produto;Data de Venda;DDD;Telefone;País';
  const row = (code: string, phone: string) =>
    `${code};Aprovado;10,00;01/11/2026 10:00:00;${phone}`;
  const file = [
    titles,
    row('A', '11;11987654329;Brasil'),
    row('B', '351;912345678;Portugal'),
    row('C', ';4155552671;Estados Unidos'),
    row('D', ';987654;'),
  ].join('\n');
  expect(await readNotices(file)).toMatchObject(
    [['11987654329'], ['+351912345678'], [], ['987654']].map((phones) => ({ buyer: { phones } })),
  );
});

test('reads the first column with a phone number, without the characters around the number', async () => {
  const file = [
    'Nome;Telefone;Celular;Data de criação',
    'Um;11987650252.0;;01/11/2026',
    'Dois;11987650256,0;;01/11/2026',
    "Três;'+55 31 98765-1250;;01/11/2026",
    'Quatro;="11987650253";;01/11/2026',
    'Cinco;;p:+5511987650254;01/11/2026',
    'Seis;9999;11987650255 / 1133334444;01/11/2026',
    'Sete;119876543210;;01/11/2026',
  ].join('\n');
  expect(await readLeads(file)).toEqual([
    'Um | 11987650252 | 1187650252 | 2026-11-01',
    'Dois | 11987650256 | 1187650256 | 2026-11-01',
    'Três | +55 31 98765-1250 | 3187651250 | 2026-11-01',
    'Quatro | 11987650253 | 1187650253 | 2026-11-01',
    'Cinco | +5511987650254 | 1187650254 | 2026-11-01',
    'Seis | 11987650255 | 1187650255 | 2026-11-01',
    '8: “119876543210” não é um telefone com DDD',
  ]);
});

test('reads day and month in the order that another row or column implies', async () => {
  const titles = 'ID da venda,Status,Preço base do produto,Data de criação,Data de aprovação';
  const american = `${titles}\nV1,paid,10,3/1/26 7:36,3/14/26 7:40\nV2,paid,10,3/2/26,`;
  expect(await readSales(american)).toEqual([
    'paid V1 1000  2026-03-14T10:40:00.000Z',
    'paid V2 1000  2026-03-03T02:59:59.000Z',
  ]);
  const brazilian = american.replace('3/14/26', '14-03-2026').replace('3/1/26', '1.3.2026');
  expect(await readSales(brazilian)).toEqual([
    'paid V1 1000  2026-03-14T10:40:00.000Z',
    'paid V2 1000  2026-02-04T02:59:59.000Z',
  ]);
});

test('refuses each row with an unclear date when no date of the file decides the order', async () => {
  const file = 'Full Name,Phone,Created At\nAna,11987654321,01/03/2026\nBia,11987654322,2026-03-01';
  const unclear = '2: A data pode ser dia/mês ou mês/dia, e as outras do arquivo não decidem';
  expect(await readLeads(file)).toEqual([unclear, 'Bia | 11987654322 | 1187654322 | 2026-03-01']);
  expect(await readLeads(`${file}\nEva,11987654323,13/03/2026`)).toContain(
    'Ana | 11987654321 | 1187654321 | 2026-03-01',
  );
  const mixed = `${file}\nEva,11987654323,13/03/2026\nLéo,11987654324,3/14/2026`;
  expect(await readLeads(mixed)).toEqual([
    unclear,
    'Bia | 11987654322 | 1187654322 | 2026-03-01',
    'Eva | 11987654323 | 1187654323 | 2026-03-13',
    'Léo | 11987654324 | 1187654324 | 2026-03-14',
  ]);
  expect(await readLeads(file.replaceAll(',', ';'))).toContain(
    'Ana | 11987654321 | 1187654321 | 2026-03-01',
  );
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

const LEADS = 'Nome;Telefone\nAna;11987654321\nBia;11987654322\n';
const BOTH = ['Ana | 11987654321', 'Bia | 11987654322'];
test.each([
  ['a line that names the separator', Buffer.from(`sep=;\r\n${LEADS}`)],
  ['a title without a column behind it', Buffer.from(LEADS.replace('Telefone', 'Telefone;;'))],
  [
    'cells without a title',
    Buffer.from(
      LEADS.replace('Telefone', 'Telefone;').replace('4321', '4321;ligar').replace('4322', '4322;'),
    ),
  ],
  ['bars between cells', Buffer.from(LEADS.replaceAll(';', '|'))],
  ['marks of required fields', Buffer.from(LEADS.replace('Nome;Telefone', '* Nome;TELEFONE *:'))],
  ['zero bytes at its end', Buffer.from(`${LEADS}${'\0'.repeat(40)}`)],
])('reads a file with %s', async (_, bytes) => {
  const leads = (await readLeads(bytes)).map((lead) => lead.split(' | ').slice(0, 2).join(' | '));
  expect(leads).toEqual(BOTH);
});

test.each([
  [
    "Meta's lead form",
    'id\tcreated_time\tad_name\tplatform\tfull_name\tphone_number\nl:1\t2026-11-01T10:00:00-03:00\tVideo\tig\tAna\tp:+5511987654321',
    'Ana | +5511987654321 | 1187654321 | 2026-11-01',
  ],
  [
    'Google Forms',
    '"Carimbo de data/hora","Nome completo","WhatsApp com DDD"\n"2026/11/01 2:45:12 PM GMT-3","Ana","11 98765-4321"',
    'Ana | 11 98765-4321 | 1187654321 | 2026-11-01',
  ],
  [
    'Google Contacts',
    'First Name,E-mail 1 - Value,Phone 1 - Value\nAna,ana@example.com,+55 11 98765-4321 ::: +55 21 3333-4444',
    'Ana | +55 11 98765-4321 | 1187654321 | 2026-11-20',
  ],
  [
    "Meta's lead form in Portuguese",
    'id\tcreated_time\tad_name\tplatform\tqual_sua_renda?\tnome_completo\tnúmero_de_telefone\nl:1\t2026-11-01T10:00:00-03:00\tVideo\tig\tacima_de_5k\tAna\tp:+5511987654321',
    'Ana | +5511987654321 | 1187654321 | 2026-11-01',
  ],
  [
    'a form with a note in its title',
    'Carimbo de data/hora,Nome completo,WhatsApp (com DDD)\n01/11/2026 10:00:00,Ana,11 98765-4321',
    'Ana | 11 98765-4321 | 1187654321 | 2026-11-01',
  ],
  [
    'RD Station, with a landline beside the mobile number',
    'Email,Nome,Telefone,Celular,Data da primeira conversão\nana@example.com,Ana,(11) 3456-7890,(11) 98765-4321,2026-11-01 10:00:00 -0300',
    'Ana | (11) 98765-4321 | 1187654321 | 2026-11-01',
  ],
  [
    'Mailchimp',
    '"Email Address","First Name","Last Name","Phone Number","MEMBER_RATING","OPTIN_TIME"\n"ana@example.com","Ana","","(11) 98765-4321","2","2026-11-01 13:00:00"',
    'Ana | (11) 98765-4321 | 1187654321 | 2026-11-01',
  ],
  [
    'Brevo',
    'CONTACT ID,EMAIL,NOME,WHATSAPP,ADDED_TIME\n1,ana@example.com,Ana,5511987654321,15-11-2026 10:00:00',
    'Ana | 5511987654321 | 1187654321 | 2026-11-15',
  ],
  [
    'HubSpot',
    'Record ID,First Name,Email,Phone Number,Create Date\n1,Ana,ana@example.com,+55 11 98765-4321,2026-11-01 10:00',
    'Ana | +55 11 98765-4321 | 1187654321 | 2026-11-01',
  ],
  [
    'ManyChat',
    '"Full Name","Phone","Subscribed","WhatsApp Phone"\n"Ana","","2026-11-01 10:00:00","+5511987654321"',
    'Ana | +5511987654321 | 1187654321 | 2026-11-01',
  ],
])('reads the leads of %s', async (_, file, lead) => {
  expect(await readLeads(file)).toEqual([lead]);
});

test('reads an e-mail address without the characters around it', async () => {
  const cells = ['\u200bana@example.com', 'ana@example.com;', 'mailto:ana@example.com', 'a@b.', ''];
  const { rows } = await read(
    ['Nome,Telefone,E-mail', ...cells.map((cell, at) => `Ana,1198765430${at},${cell}`)].join('\n'),
  );
  expect(rows.map((row) => row.type === 'lead' && row.lead.email)).toEqual([
    ...['ana@example.com', 'ana@example.com', 'ana@example.com', 'a@b', null],
  ]);
  const sales = 'Data,Valor,Cliente,E-mail\n01/11/2026,"10,00",Ana,<ana@example.com>';
  expect(await readNotices(sales)).toMatchObject([{ buyer: { email: 'ana@example.com' } }]);
});

test('reads a list of subscriptions as leads that arrived at the start of each subscription', async () => {
  const file = [
    'Código;Cliente;Email;DDD;Telefone;Produto;Plano;Valor;Adesão;Cancelamento;Status',
    'AB12CD;Lia Moreno;lia@example.com;21;987650011;Curso Norte;Mensal;97,00;05/01/2026;;Ativa',
  ].join('\n');
  expect(await readLeads(file)).toEqual(['Lia Moreno | 21987650011 | 2187650011 | 2026-01-05']);
});

test('asks for the kind or the columns when the titles do not show them', async () => {
  const file = 'A,B,C\n01/11/2026,"10,00",Ana\n';
  expect(await read(file)).toMatchObject({ kind: null, titles: ['A', 'B', 'C'], file: null });
  expect(await read(file, { kind: 'vendas' })).toMatchObject({
    missing: ['Data', 'Valor'],
    file: null,
  });
  expect(await read(file, { kind: 'hotmart' })).toMatchObject({
    missing: ['código da venda', 'situação', 'data', 'valor'],
  });
  const columns = { createdAt: 'A', price: 'B', name: 'C' };
  const first = await readSales(file, { kind: 'vendas', columns });
  expect(first).toEqual([expect.stringMatching(/^paid arquivo-[0-9a-f]{20} 1000 /)]);
  expect(await readSales(file, { kind: 'vendas', columns })).toEqual(first);
});

test('reads the columns that were chosen before for the same titles', async () => {
  async function* source() {
    yield Buffer.from('Data,Valor,X,Y\n01/11/2026,"10,00",Ana,V1\n');
  }
  const asked: [readonly string[], ImportKind][] = [];
  const opened = await openImportFile(source, { kind: null, columns: null }, async (...titles) => {
    asked.push(titles);
    return { createdAt: 'Data', price: 'Valor', name: 'X', transaction: 'Y' };
  });
  expect(asked).toEqual([[['Data', 'Valor', 'X', 'Y'], 'vendas']]);
  expect(opened.columns).toMatchObject({ name: 'X', transaction: 'Y' });
});

test.each([
  ['Fase', 'Data;Valor;Cliente;Fase'],
  ['Pagamento', 'Data;Valor;Cliente;Pagamento'],
])(
  'asks for the state of sales when the values of “%s” look like states',
  async (column, titles) => {
    const file = `${titles}\n01/11/2026;10,00;Ana;Aprovado\n02/11/2026;10,00;Bia;Reembolsado\n`;
    expect(await read(file)).toMatchObject({ kind: 'vendas', missing: ['Situação'], file: null });
    const chosen = { createdAt: 'Data', price: 'Valor', name: 'Cliente' };
    expect(await read(file, { kind: 'vendas', columns: chosen })).toMatchObject({ file: null });
    const columns = { ...chosen, status: column };
    const sales = await readNotices(file, { kind: 'vendas', columns });
    expect(sales).toMatchObject([{ kind: 'paid' }, { kind: 'refunded' }]);
  },
);

test.each([
  'Quando;Valor;Produto;Nome;Telefone\n01/11/2026;10,00;Curso;Ana;11987654321\n',
  'Quando;Produto;Status;Nome;Telefone\n01/11/2026;Curso;Pago;Ana;11987654321\n',
])('asks for the kind when sales without a known date could be leads', async (file) => {
  expect(await read(file)).toMatchObject({ kind: null, file: null });
});

test('joins first and last names, and a date and its time, from separate columns', async () => {
  const leads = 'Nome;Sobrenome;Telefone;Data;Horário\nAna;Souza;11987654321;01/11/2026;10:30\n';
  expect((await read(leads)).rows).toMatchObject([
    { lead: { nome: 'Ana Souza', createdAt: '2026-11-01T13:30:00.000Z' } },
  ]);
  const sales = 'Date,Time,Total,First Name,Last Name\n2026-11-01,22:15:10,10.00,Ana,Souza\n';
  expect(await readNotices(sales)).toMatchObject([
    { buyer: { name: 'Ana Souza' }, occurredAt: '2026-11-02T01:15:10.000Z' },
  ]);
  const complete =
    'Nome;Sobrenome;Telefone;Data;Hora\nAna Souza;Souza;11987654321;01/11/2026 09:00;10:30\n';
  expect((await read(complete)).rows).toMatchObject([
    { lead: { nome: 'Ana Souza', createdAt: '2026-11-01T12:00:00.000Z' } },
  ]);
});

test('reads the orders of Shopify by the buyer, and refuses the rows of further items', async () => {
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
      occurredAt: '2026-03-01T13:20:00.000Z',
    },
    { type: 'refused' },
    { saleKey: '5552', kind: 'canceled' },
  ]);
});

test.each([
  [
    'Order Number,Order Status,Order Date,First Name (Billing),Last Name (Billing),Email (Billing),Phone (Billing),First Name (Shipping),Payment Method Title,Order Total Amount,Item Name',
    '1001,wc-completed,2026-03-01 10:20,Lia,Moreno,lia@example.com,11987650299,Outra,Pix,97.00,Curso',
  ],
  [
    'Número do pedido;Status do pedido;Data do pedido;Nome (faturamento);Sobrenome (faturamento);E-mail (faturamento);Telefone (faturamento);Título do método de pagamento;Valor total do pedido;Nome do item',
    '1001;Concluído;01/03/2026 10:20;Lia;Moreno;lia@example.com;11987650299;Pix;97,00;Curso',
  ],
  [
    'Data da compra (date_created);Data de creditação (date_approved);Nome da contraparte (counterpart_name);E-mail da contraparte (counterpart_email);Telefone da contraparte (counterpart_phone_number);Descrição da operação (reason);Número da operação do Mercado Pago (operation_id);Status da operação (status);Valor do produto (transaction_amount);Tarifa do Mercado Pago (mercadopago_fee);Valor total recebido (net_received_amount);Tipo de meio de pagamento (payment_type)',
    '01/03/2026 10:20:00;01/03/2026 10:21:00;Lia Moreno;lia@example.com;11 987650299;Curso;1001;approved;97.00;-5.00;92.00;pix',
  ],
  [
    'Número da fatura;Nome do cliente;E-mail;Celular;Descrição;Valor;Valor líquido;Data de criação;Forma de pagamento;Situação',
    '1001;Lia Moreno;lia@example.com;11987650299;Curso;R$ 97,00;R$ 95,00;01/03/2026 10:20;Pix;Recebida',
  ],
  [
    'id transação;data pedido;status;nome contato;email contato;telefone contato;nome produto;valor venda;forma pagamento',
    '1001;01/03/2026 10:20:00;Aprovada;Lia Moreno;lia@example.com;5511987650299;Curso;97,00;Pix',
  ],
])('knows the columns of orders: %s', async (titles, row) => {
  expect(await readNotices(`${titles}\n${row}\n`)).toMatchObject(
    [
      {
        ...{ saleKey: '1001', kind: 'paid', valueCents: 9_700, method: 'pix' },
        buyer: { name: 'Lia Moreno', email: 'lia@example.com', phones: [/987650299$/] },
        product: { name: 'Curso' },
        occurredAt: '2026-03-01T13:20:00.000Z',
      },
    ].map((sale) => ({
      ...sale,
      buyer: { ...sale.buyer, phones: [expect.stringMatching('987650299')] },
    })),
  );
});

test('reads the leads of Kommo', async () => {
  const file = [
    'ID,Lead título,Lead venda R$,Usuário responsável,Criado em,Etapa do lead,Funil de vendas,Nome completo,Pessoa de contato,Celular,Telefone comercial,Email comercial,utm_source',
    "1,Lead #1,97,Ana,01.03.2026 10:22:33,Contato inicial,Funil,Lia Moreno,,,'+5511987650299,lia@example.com,instagram",
    '2,Lead #2,0,Ana,02.03.2026 10:22:33,Fechado - ganho,Funil,,Rui Sá,+55 21 98765-0298,,"rui@example.com, rui2@example.com",',
  ].join('\n');
  const { rows } = await read(file);
  expect(rows).toMatchObject([
    {
      lead: {
        ...{ nome: 'Lia Moreno', email: 'lia@example.com', phoneKey: '1187650299' },
        ...{ createdAt: '2026-03-01T13:22:33.000Z', utm_source: 'instagram' },
      },
    },
    { lead: { email: 'rui@example.com', phoneKey: '2187650298' } },
  ]);
});

test.each([
  [
    'paid',
    ['Pagamento aprovado', '✅ Aprovada', 'Pago (Pix)', 'Finalizada', 'Recebida em dinheiro'],
  ],
  ['paid', ['Compra aprovada', 'Fechado - ganho', 'Won', 'in_mediation', 'Venda confirmada']],
  ['pending', ['Em Atraso', 'Inadimplente', 'on-hold', 'Pagamento pendente', 'in_process']],
  ['pending', ['Em aberto', 'Não pago', 'A receber', 'wc-pending']],
  ['refunded', ['Estorno', 'Devolução', 'Pedido reembolsado']],
  ['canceled', ['Malsucedido', 'voided', 'Cartão recusado', 'Perdido', 'Pagamento não aprovado']],
])('reads as %s the states %j', async (kind, states) => {
  const rows = states.map((state, index) => `${index};L;l@example.com;97,00;01/03/2026;${state}`);
  const file = ['Código;Cliente;E-mail;Valor;Data;Status', ...rows].join('\n');
  expect(await readNotices(file)).toMatchObject(states.map(() => ({ kind })));
});

test.each([
  ['US$ 97,00', 'USD'],
  ['97,00 €', 'EUR'],
  ['EUR 97,00', 'EUR'],
])('does not read %s as reais', async (price, currency) => {
  const file = `Código;Cliente;E-mail;Valor;Data\n1;L;l@example.com;${price};01/03/2026\n`;
  expect(await readNotices(file)).toMatchObject([{ currency, valueCents: null }]);
});

test.each(['BRL 1.997,00', '1.997,00 BRL', 'R$ 1.997,00'])('reads %s as reais', async (price) => {
  const file = `Código;Cliente;E-mail;Valor;Data\n1;L;l@example.com;${price};01/03/2026\n`;
  expect(await readNotices(file)).toMatchObject([{ currency: 'BRL', valueCents: 199_700 }]);
});

test.each(['(12,30)', '12,30-', '-12,30', 'R$ -12,30', '(R$ 12,30)', '-R$ 12,30'])(
  'reads the fee %s, which is written as a negative number',
  async (fee) => {
    const file = `Código;Cliente;E-mail;Valor;Taxa;Líquido;Data\n1;L;l@example.com;97,00;${fee};${fee};01/03/2026\n`;
    // A negative net is a debt to the platform.
    expect(await readNotices(file)).toMatchObject([
      { valueCents: 9_700, split: { feeCents: 1_230, netCents: null } },
    ]);
  },
);

test('reads both numbers of a cell that have only spaces between them', async () => {
  const cells = 'Lia;(11) 98765-4321 (21) 3333-4444';
  const { rows } = await read(`Nome;Telefone\n${cells}\n`);
  expect(rows).toMatchObject([{ lead: { telefone: '(11) 98765-4321' } }]);
  const file = `Nome;Telefone;Valor;Data\n${cells};97,00;01/03/2026\n`;
  expect(await readNotices(file)).toMatchObject([
    { buyer: { phones: ['(11) 98765-4321', '(21) 3333-4444'] } },
  ]);
});

test('keeps an address with a comma for its point as it stands in the file', async () => {
  const { rows } = await read('Nome;Telefone;E-mail\nLia;11987650299;lia@gmail,com\n');
  expect(rows).toMatchObject([{ lead: { email: 'lia@gmail,com' } }]);
});

test.each(['Processing', 'Processando', 'wc-processing'])(
  'reads an order of WooCommerce in the state %s as paid, which awaits only its dispatch',
  async (state) => {
    const titles = 'Order Number,Order Status,Order Date,Email (Billing),Order Total Amount';
    const row = `12,${state},2026-03-01 10:20,lia@example.com,97.00`;
    expect(await readNotices(`${titles}\n${row}\n`)).toMatchObject([{ kind: 'paid' }]);
    const others = 'Código,Status,Data,E-mail,Valor';
    const kind = state.startsWith('wc-') ? 'paid' : 'pending';
    expect(await readNotices(`${others}\n${row}\n`)).toMatchObject([{ kind }]);
  },
);

test('reads a file whose rows Excel took for one cell each', async () => {
  const file = [
    'Código,Status,Data,Valor,Nome,E-mail',
    '"A1,Aprovada,01/03/2026,""1.997,00"",Lia,lia@example.com"',
    'A2,Aprovada,02/03/2026,97,Rui,rui@example.com',
  ].join('\n');
  expect(await readNotices(file)).toMatchObject([
    { saleKey: 'A1', valueCents: 199_700, buyer: { name: 'Lia' } },
    { saleKey: 'A2', valueCents: 9_700, buyer: { name: 'Rui' } },
  ]);
});

test.each([
  'Carimbo de data/hora;Qual seu nome?;Qual é o seu WhatsApp?;Seu melhor e-mail',
  'Carimbo de data/hora;Digite seu nome completo;Informe seu telefone com DDD;Qual o seu melhor email?',
  'Criado em;Nome do contato;Telefone do contato;E-mail do contato',
])('finds the columns of a form in its questions: %s', async (titles) => {
  const { rows } = await read(`${titles}\n01/03/2026 10:20;Lia;11987650299;lia@example.com\n`);
  expect(rows).toMatchObject([
    {
      lead: {
        ...{ nome: 'Lia', email: 'lia@example.com', phoneKey: '1187650299' },
        createdAt: '2026-03-01T13:20:00.000Z',
      },
    },
  ]);
});

test('reads a failed formula, a dash and a fee in percent as missing', async () => {
  const file =
    'Código;Cliente;Telefone;Valor;Taxa;Data\n1;L;#N/D;97,00;9,9%;01/03/2026\n2;L;#REF!;97,00;—;01/03/2026\n';
  expect(await readNotices(file)).toMatchObject(
    ['1', '2'].map((saleKey) => ({
      ...{ saleKey, valueCents: 9_700, split: { feeCents: null }, buyer: { phones: [] } },
    })),
  );
});

test.each([
  ['R$', 'BRL'],
  ['Real', 'BRL'],
  ['US$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['mxn', 'MXN'],
])('reads %s in the column of currencies as %s', async (sign, currency) => {
  const file = `Código;Cliente;E-mail;Valor;Moeda;Data\n1;L;l@example.com;97,00;${sign};01/03/2026\n`;
  const valueCents = currency === 'BRL' ? 9_700 : null;
  expect(await readNotices(file)).toMatchObject([{ currency, valueCents }]);
});

test('knows the net of a report that writes its currency as R$', async () => {
  const sale = withCells(HOTMART_ROW, { 'Moeda de recebimento': 'R$' });
  expect(await readNotices(hotmart(sale))).toMatchObject([{ split: { netCents: 88_037 } }]);
});
