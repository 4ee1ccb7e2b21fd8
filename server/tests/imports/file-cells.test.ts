import { expect, test } from 'vitest';
import { readFile, readLeads, readNotices, readSales } from './read-file.ts';

test('decides the decimal separator by the complete file', async () => {
  const many = Array.from({ length: 500 }, (_, n) => `2026-11-01;1.500;V${n}`);
  const file = ['Data;Valor;Código', ...many, '2026-11-01;10,50;fim'].join('\n');
  expect((await readSales(file))[0]).toBe('paid V0 150000  2026-11-02T02:59:59.000Z');
});

test('reads each amount by itself when a file has both decimal separators', async () => {
  const amounts = ['1.497,10', '1497.10', '"1,497.10"', '97', '1.500', '12,5'];
  const lines = amounts.map((amount, n) => `2026-11-01;${amount};V${n}`);
  expect(await readSales(['Data;Valor;Código', ...lines].join('\n'))).toEqual([
    ...['V0', 'V1', 'V2'].map((code) => `paid ${code} 149710  2026-11-02T02:59:59.000Z`),
    'paid V3 9700  2026-11-02T02:59:59.000Z',
    '6: “1.500” pode ser mil e tantos ou um e uma fração: o arquivo usa vírgula e ponto para os centavos',
    'paid V5 1250  2026-11-02T02:59:59.000Z',
  ]);
});

// A currency's sign is never before an amount of three decimals.
test('reads R$ 1.997 as thousands, although no other amount shows the decimal separator', async () => {
  const file = 'Data;Valor;Código\n2026-11-01;R$ 1.997;V1\n2026-11-01;R$ 997;V2\n';
  expect(await readSales(file)).toEqual([
    'paid V1 199700  2026-11-02T02:59:59.000Z',
    'paid V2 99700  2026-11-02T02:59:59.000Z',
  ]);
});

test('reads R$ 145,500 as a computed amount of a file with decimal commas', async () => {
  const file = 'Data;Valor;Código\n2026-11-01;R$ 97,00;V1\n2026-11-01;R$ 145,500;V2\n';
  expect(await readNotices(file)).toMatchObject([{ valueCents: 9_700 }, { valueCents: 14_550 }]);
});

test('reads titles and amounts with marks that have no width', async () => {
  const file = 'Data;\u{200b}Valor;\u{200e}Cliente\n2026-11-01;\u{202a}97,00\u{202c};Ana\u{2060}\n';
  expect(await readNotices(file)).toMatchObject([{ valueCents: 9_700, buyer: { name: 'Ana' } }]);
});

test('joins the area code from a separate column, unless the phone contains it', async () => {
  const file = [
    'Nome;DDD;Telefone;Data',
    'Um;21;987650011;01/11/2026',
    'Dois;;(31) 98765-1299;01/11/2026',
    'Três;11;+55 11 98765-4330;01/11/2026',
  ].join('\n');
  const leads = [
    'Um | 21987650011 | 2187650011 | 2026-11-01',
    'Dois | (31) 98765-1299 | 3187651299 | 2026-11-01',
    'Três | +55 11 98765-4330 | 1187654330 | 2026-11-01',
  ];
  expect(await readLeads(file)).toEqual(leads);
  const columns = { name: 'Nome', phone: 'Telefone', createdAt: 'Data' };
  expect(await readLeads(file, { kind: 'leads', columns })).toEqual(leads);
});

test("joins a separate code of area or country to a buyer's phone", async () => {
  const titles = 'Transação;Status;Preço do Produto;Data de Venda;DDD;Telefone;País';
  const row = (code: string, phone: string) =>
    `${code};Aprovado;10,00;01/11/2026 10:00:00;${phone}`;
  const file = [
    titles,
    row('A', '11;11987654329;Brasil'),
    row('B', '351;912345678;Portugal'),
    row('C', ';4155552671;Estados Unidos'),
    row('D', ';987654;'),
    row('E', ';11987654320;Estados Unidos'),
  ].join('\n');
  expect(await readNotices(file)).toMatchObject(
    [['11987654329'], ['+351912345678'], ['+14155552671'], ['987654'], ['11987654320']].map(
      (phones) => ({ buyer: { phones } }),
    ),
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

test('joins a name or a time from two columns', async () => {
  const leads = 'Nome;Sobrenome;Telefone;Data;Horário\nAna;Souza;11987654321;01/11/2026;10:30\n';
  expect((await readFile(leads)).rows).toMatchObject([
    { lead: { nome: 'Ana Souza', createdAt: '2026-11-01T13:30:00.000Z' } },
  ]);
  const sales = 'Date,Time,Total,First Name,Last Name\n2026-11-01,22:15:10,10.00,Ana,Souza\n';
  expect(await readNotices(sales)).toMatchObject([
    { buyer: { name: 'Ana Souza' }, occurredAt: '2026-11-02T01:15:10.000Z' },
  ]);
  const midnight = 'Data,Hora da compra,Valor,Nome\n2026-11-01 00:00:00,22:15,10.00,Ana\n';
  expect(await readNotices(midnight)).toMatchObject([{ occurredAt: '2026-11-02T01:15:00.000Z' }]);
  const complete =
    'Nome;Sobrenome;Telefone;Data;Hora\nAna Souza;Souza;11987654321;01/11/2026 09:00;10:30\n';
  expect((await readFile(complete)).rows).toMatchObject([
    { lead: { nome: 'Ana Souza', createdAt: '2026-11-01T12:00:00.000Z' } },
  ]);
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
  const { rows } = await readFile(`Nome;Telefone\n${cells}\n`);
  expect(rows).toMatchObject([{ lead: { telefone: '(11) 98765-4321' } }]);
  const file = `Nome;Telefone;Valor;Data\n${cells};97,00;01/03/2026\n`;
  expect(await readNotices(file)).toMatchObject([
    { buyer: { phones: ['(11) 98765-4321', '(21) 3333-4444'] } },
  ]);
});

test.each([
  '="Lia";="11987650299";="lia@example.com";="01/11/2026"',
  '"=""Lia""";"=""11987650299""";"=""lia@example.com""";"=""01/11/2026"""',
])(
  'reads cells that a tool wrote as formulas, so that Excel keeps their texts: %s',
  async (cells) => {
    const { rows } = await readFile(`Nome;Telefone;E-mail;Data\n${cells}\n`);
    expect(rows).toMatchObject([
      {
        lead: {
          ...{ nome: 'Lia', telefone: '11987650299', email: 'lia@example.com' },
          createdAt: '2026-11-01T03:00:00.000Z',
        },
      },
    ]);
    const sale = `Código;Valor;Cliente;Telefone;E-mail;Data\n="A1";="97,00";${cells}\n`;
    expect(await readNotices(sale)).toMatchObject([
      { saleKey: 'A1', valueCents: 9_700, buyer: { name: 'Lia', phones: ['11987650299'] } },
    ]);
  },
);

test.each([
  ['a subject', 'mailto:lia@example.com?subject=Oi'],
  ['a link', '<a href=""mailto:lia@example.com"">lia@example.com</a>'],
  ['a link in Markdown', '[lia@example.com](mailto:lia@example.com)'],
  ['two addresses', 'lia@example.com/rui@example.com'],
  ['a word', 'e-mail:lia@example.com'],
  ['brackets', '<lia@example.com>'],
  ['a comma for its point', 'lia@example,com'],
])('reads only the address of a cell with %s', async (_, cell) => {
  const { rows } = await readFile(`Nome;Telefone;E-mail\nLia;11987650299;"${cell}"\n`);
  expect(rows).toMatchObject([{ lead: { email: 'lia@example.com' } }]);
  const sale = `Código;Valor;Cliente;E-mail;Data\nA1;97,00;Lia;"${cell}";01/11/2026\n`;
  expect(await readNotices(sale)).toMatchObject([{ buyer: { email: 'lia@example.com' } }]);
});

test.each([' ', ':', '(', 'ddd '])(
  'reads a title and cells of 50,000 characters once: %j',
  async (part) => {
    const text = `x${part.repeat(50_000 / part.length)}\u0001x`;
    const lead = [text, '11987654321', text, text].join(';');
    const [row] = await readLeads(`Nome;Telefone;E-mail;${text};Data\n${lead};\n`);
    expect(row).toContain('1187654321');
    const sale = [text, 'A1', '97,00', 'Lia', text, text].join(';');
    expect(await readSales(`${text};Código;Valor;Cliente;Data;Status\n${sale}\n`)).toEqual([
      expect.stringMatching(/^2: /),
    ]);
  },
);

test.each(['#ERROR!', 'Loading...', 'Carregando...', '#NULO!', '#NÚM!', '#DESPEJAR!', 'Err:502'])(
  'takes a name that a spreadsheet has not calculated for a missing one: %s',
  async (name) => {
    expect(await readLeads(`Nome;Telefone\n${name};11987654321\n`)).toEqual([
      'Sem nome | 11987654321 | 1187654321 | 2026-11-20',
    ]);
  },
);

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
  ['Valor', 'US$ 97,00', 'USD'],
  ['Valor', '97,00 €', 'EUR'],
  ['Valor', '97.00 usd', 'USD'],
  ['Valor', '97 reais', 'BRL'],
  ['Valor', 'r$ 97,00', 'BRL'],
  ['Valor', 'BRL 97,00', 'BRL'],
  ['Valor', '97,00 BRL', 'BRL'],
  ['Valor (USD)', '97.00', 'USD'],
  ['Valor (US$)', '97.00', 'USD'],
  ['Valor (€)', '97.00', 'EUR'],
  ['Valor (R$)', '97.00', 'BRL'],
  ['Valor;Moeda', '97,00;R$', 'BRL'],
  ['Valor;Moeda', '97,00;Real', 'BRL'],
  ['Valor;Moeda', '97,00;US$', 'USD'],
  ['Valor;Moeda', '97,00;€', 'EUR'],
  ['Valor;Moeda', '97,00;£', 'GBP'],
  ['Valor;Moeda', '97,00;mxn', 'MXN'],
])('reads the currency of “%s” with %s as %s', async (titles, cells, currency) => {
  const file = `Código;Cliente;E-mail;Data;${titles}\n1;L;l@example.com;01/03/2026;${cells}\n`;
  const valueCents = currency === 'BRL' ? 9_700 : null;
  expect(await readNotices(file)).toMatchObject([{ kind: 'paid', currency, valueCents }]);
});
