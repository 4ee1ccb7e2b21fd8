import type { ImportKind } from '@funil/contract/imports/import-kinds';
import { expect, test } from 'vitest';
import { openImportFile } from '../../src/imports/open-file.ts';
import { readFile, readLeads, readNotices, readSales } from './read-file.ts';

test.each([
  [
    'Data;Valor\n2026-11-01;1.500\n2026-11-01;12',
    'Linha 2: “1.500” pode ser mil e tantos ou um e uma fração, e nenhum outro número do arquivo decide. Exporte um período maior, que tenha um valor com centavos, ou escreva R$ antes do valor.',
  ],
  ['PK\x03\x04', 'abra-a no Google Planilhas'],
  ['01/11/2026 10:00 - Ana: Oi\nquero\n01/11/2026 10:01 - Bia: Oi\n', 'é uma conversa do WhatsApp'],
  [
    '\u200e[01/11/2026, 10:00:05] Ana: Oi\n[01/11/2026, 10:01:05] Bia: Oi\n',
    'conversa do WhatsApp',
  ],
  ['BEGIN:VCALENDAR\nVERSION:2.0\n', 'uma agenda de compromissos'],
  ['Nome;Telefone\n\n;\n', 'O arquivo não tem nenhuma linha além dos títulos'],
  ['Ana;11987654321\nBia;11987654322', 'O arquivo não tem a linha dos títulos'],
])('refuses a file with its remedy: %j', async (content, message) => {
  await expect(readFile(content)).rejects.toThrow(message);
});

test('refuses a file soon when the titles are too many', async () => {
  const file = `Nome;Telefone${';x'.repeat(100_000)}\nAna;11987654321\n`;
  await expect(readFile(file)).rejects.toThrow('mais de 1000 colunas');
});

test('reads a list whose program has written empty columns up to its last one', async () => {
  const file = `Nome;Telefone${';'.repeat(100_000)}\nAna;11987654321;\n`;
  expect((await readFile(file, { kind: 'leads' })).titles).toEqual(['Nome', 'Telefone']);
});

test('reads only the sales of a report that also has a heading and totals', async () => {
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

// Forms for Brazilians often ask for the “@ do Instagram”, and show an example of a number.
test.each(['Qual seu @ do Instagram?', '@', 'E-mail (ex: nome@gmail.com)', 'Zap: (11) 99999-9999'])(
  'takes a row for the titles when one of them is the question “%s”',
  async (question) => {
    const file = `Carimbo de data/hora,Nome,WhatsApp,"${question}"\n01/11/2026 10:00:00,Ana,11987654321,x\n`;
    expect(await readLeads(file)).toEqual(['Ana | 11987654321 | 1187654321 | 2026-11-01']);
  },
);

const LEADS = 'Nome;Telefone\nAna;11987654321\nBia;11987654322\n';
const BOTH = ['Ana | 11987654321', 'Bia | 11987654322'];
test.each([
  ['a line that names the separator', Buffer.from(`sep=;\r\n${LEADS}`)],
  ['many empty rows before its titles', Buffer.from(`${';;\n'.repeat(30)}${LEADS}`)],
  ['a title without a name', Buffer.from(LEADS.replace('Telefone', 'Telefone;;'))],
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

test('asks for the kind or the columns when the titles do not show them', async () => {
  const file = 'A,B,C\n01/11/2026,"10,00",Ana\n';
  expect(await readFile(file)).toMatchObject({ kind: null, titles: ['A', 'B', 'C'], file: null });
  expect(await readFile(file, { kind: 'vendas' })).toMatchObject({
    missing: ['Data', 'Valor'],
    file: null,
  });
  expect(await readFile(file, { kind: 'hotmart' })).toMatchObject({
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
  const titlesAndKinds: [readonly string[], ImportKind][] = [];
  const opened = await openImportFile(source, { kind: null, columns: null }, async (...titles) => {
    titlesAndKinds.push(titles);
    return { createdAt: 'Data', price: 'Valor', name: 'X', transaction: 'Y' };
  });
  expect(titlesAndKinds).toEqual([[['Data', 'Valor', 'X', 'Y'], 'vendas']]);
  expect(opened.columns).toMatchObject({ name: 'X', transaction: 'Y' });
});

test.each([
  ['Pago?', 'Sim', 'Não', ['paid', 'pending']],
  ['Paid', 'TRUE', 'FALSE', ['paid', 'pending']],
  ['Reembolsado', 'Não', 'Sim', ['paid', 'refunded']],
  // Gumroad's report has no other state.
  ['Fully Refunded?', 'false', 'true', ['paid', 'refunded']],
  ['Cancelado', 'n', 's', ['paid', 'canceled']],
  ['Reembolsado', '', 'x', ['paid', 'refunded']],
  ['Pago', 'X', '', ['paid', 'pending']],
])('asks for the state of sales when “%s” says %s or %s', async (title, first, second, kinds) => {
  const file = `Data;Valor;Cliente;Novidades;${title}\n01/11/2026;10,00;Ana;sim;${first}\n02/11/2026;10,00;Bia;sim;${second}\n`;
  expect(await readFile(file, { kind: 'vendas' })).toMatchObject({ missing: ['Situação'] });
  const columns = { createdAt: 'Data', price: 'Valor', name: 'Cliente', status: title };
  const sales = await readNotices(file, { kind: 'vendas', columns });
  expect(sales).toMatchObject(kinds.map((kind) => ({ kind })));
});

test.each(['Novidades', 'Reembolso solicitado', 'Ativo'])(
  'does not ask for a state when an answer is about something else: %s',
  async (title) => {
    const file = `Data;Valor;Cliente;${title}\n01/11/2026;10,00;Ana;Sim\n02/11/2026;10,00;Bia;Não\n`;
    expect(await readNotices(file)).toMatchObject([{ kind: 'paid' }, { kind: 'paid' }]);
  },
);

test.each(['Fase', 'Pagamento'])(
  'asks for the state of sales when the values of “%s” look like states',
  async (column) => {
    const file = `Data;Valor;Cliente;${column}\n01/11/2026;10,00;Ana;Aprovado\n02/11/2026;10,00;Bia;Reembolsado\n`;
    expect(await readFile(file)).toMatchObject({
      kind: 'vendas',
      missing: ['Situação'],
      file: null,
    });
    const chosen = { createdAt: 'Data', price: 'Valor', name: 'Cliente' };
    expect(await readFile(file, { kind: 'vendas', columns: chosen })).toMatchObject({ file: null });
    const columns = { ...chosen, status: column };
    const sales = await readNotices(file, { kind: 'vendas', columns });
    expect(sales).toMatchObject([{ kind: 'paid' }, { kind: 'refunded' }]);
  },
);

test.each([
  'Data;Nome;Telefone;Curso;Status\n01/11/2026;Ana;11987654321;Violão;Novo\n',
  'ID;Data;Nome;Telefone;Plano\n7;01/11/2026;Ana;11987654321;Mensal\n',
  'Data;Nome;Telefone;Status;Faturamento mensal\n01/11/2026;Ana;11987654321;Novo;10 mil\n',
])('takes a list without a price for leads, although it names a product: %s', async (file) => {
  expect(await readFile(file)).toMatchObject({ kind: 'leads' });
});

test.each([
  // Lists of deals have an amount that nobody has paid yet.
  'Data;Nome;Telefone;Etapa;Valor\n01/11/2026;Ana;11987654321;Proposta;1997,00\n',
  'created_at,name,phone,pipeline,status,value\n2026-11-01,Ana,11987654321,Lanc,WON,1997.00\n',
  // Sales whose price has an unknown title.
  'Data;Produto;Nome;Telefone;Status;Valor da oferta\n01/11/2026;Curso;Ana;11987654321;Pago;97,00\n',
  'Código;Data;Nome;Telefone;Preço do plano\nV1;01/11/2026;Ana;11987654321;97,00\n',
  'Data de inscrição;Produto;Nome;Telefone;Status;Valor\n01/11/2026;Curso;Ana;11987654321;Pago;97,00\n',
  'Quando;Valor;Produto;Nome;Telefone\n01/11/2026;10,00;Curso;Ana;11987654321\n',
  'Quando;Produto;Status;Nome;Telefone\n01/11/2026;Curso;Pago;Ana;11987654321\n',
])('asks for the kind when a file could be of sales or of leads: %s', async (file) => {
  expect(await readFile(file)).toMatchObject({ kind: null, file: null });
});

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
  'Data;Nome completo;Telefone de Contato;E-mail',
  'Submit Date;Qual é o seu nome?;E qual é o seu WhatsApp (DDD + número)?;E o seu melhor e-mail?',
])('finds the columns of a form in its questions: %s', async (titles) => {
  const { rows } = await readFile(`${titles}\n01/03/2026 10:20;Lia;11987650299;lia@example.com\n`);
  expect(rows).toMatchObject([
    {
      lead: {
        ...{ nome: 'Lia', email: 'lia@example.com', phoneKey: '1187650299' },
        createdAt: '2026-03-01T13:20:00.000Z',
      },
    },
  ]);
});
