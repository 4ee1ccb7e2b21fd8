import { expect, test } from 'vitest';
import { readFile, readLeads } from './read-file.ts';

test('reads each row of a list as a lead, a repeat or a refusal', async () => {
  const file = [
    'Nome,Telefone,E-mail,Data,Origem',
    'Ana Souza,(11) 98765-4321,ana@example.com,01/11/2026,instagram',
    'Ana S.,+55 11 8765-4321,,2026-11-02T10:00:00Z,',
    ',21977100000,sem e-mail,,',
    'Bia,"5,511987654E+12",,,',
    'Eva,9999,,,',
    'Léo,,,,',
  ].join('\n');
  const { kind, rows } = await readFile(file);
  expect(kind).toBe('leads');
  expect(rows).toMatchObject([
    {
      lead: {
        ...{ nome: 'Ana Souza', telefone: '(11) 98765-4321', email: 'ana@example.com' },
        ...{ utm_source: 'instagram', createdAt: '2026-11-01T03:00:00.000Z' },
      },
    },
    { type: 'repeat' },
    { lead: { nome: 'Sem nome', email: null, createdAt: '2026-11-20T12:00:00.000Z' } },
    { reason: 'O Excel arredondou o telefone' },
    { reason: '“9999” não é um telefone com DDD' },
    { reason: 'Sem telefone' },
  ]);
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

test('reads a list of subscriptions as leads that arrived at the start of each subscription', async () => {
  const file = [
    'Código;Cliente;Email;DDD;Telefone;Produto;Plano;Valor;Adesão;Cancelamento;Status',
    'AB12CD;Lia Moreno;lia@example.com;21;987650011;Curso Norte;Mensal;97,00;05/01/2026;;Ativa',
  ].join('\n');
  expect(await readLeads(file)).toEqual(['Lia Moreno | 21987650011 | 2187650011 | 2026-01-05']);
});

test('reads the leads of Kommo', async () => {
  const file = [
    'ID,Lead título,Lead venda R$,Usuário responsável,Criado em,Etapa do lead,Funil de vendas,Nome completo,Pessoa de contato,Celular,Telefone comercial,Email comercial,utm_source',
    "1,Lead #1,97,Ana,01.03.2026 10:22:33,Contato inicial,Funil,Lia Moreno,,,'+5511987650299,lia@example.com,instagram",
    '2,Lead #2,0,Ana,02.03.2026 10:22:33,Fechado - ganho,Funil,,Rui Sá,+55 21 98765-0298,,"rui@example.com, rui2@example.com",',
  ].join('\n');
  const { rows } = await readFile(file);
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
