import { expect, test } from 'vitest';
import { readFile, readLeads } from './read-file.ts';

test('reads each row of a list as a lead, a repeat or a refusal', async () => {
  const file = [
    'Nome,Telefone,E-mail,Data,Origem',
    'Ana Souza,(11) 98765-4321,ana@example.com,01/11/2026,instagram',
    'Ana S.,+55 11 8765-4321,,2026-11-02T10:00:00Z,',
    ...[',21977100000,sem e-mail,,', 'Bia,"5,511987654E+12",,,', 'Eva,9999,,,', 'Léo,,,,'],
    'Rui,31987650000,a@b,,',
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
    { lead: { email: 'a@b' } },
  ]);
});

// Files stand below the name of their program and the lead's name, phone, phone key, e-mail and time.
// From “Pipedrive, with the day” on, the titles are from GitHub repositories that read such exports.
const LISTS = `
Meta's lead form: Ana | +5511987654321 | 1187654321 |  | 2026-11-01T13:00:00.000Z
id\tcreated_time\tad_name\tplatform\tfull_name\tphone_number
l:1\t2026-11-01T10:00:00-03:00\tVideo\tig\tAna\tp:+5511987654321

Google Forms: Ana | 11 98765-4321 | 1187654321 |  | 2026-11-01T17:45:12.000Z
"Carimbo de data/hora","Nome completo","WhatsApp com DDD"
"2026/11/01 2:45:12 PM GMT-3","Ana","11 98765-4321"

Google Contacts: Ana | +55 11 98765-4321 | 1187654321 | ana@example.com | 2026-11-20T12:00:00.000Z
First Name,E-mail 1 - Value,Phone 1 - Value
Ana,ana@example.com,+55 11 98765-4321 ::: +55 21 3333-4444

Meta's lead form in Portuguese: Ana | +5511987654321 | 1187654321 |  | 2026-11-01T13:00:00.000Z
id\tcreated_time\tad_name\tplatform\tqual_sua_renda?\tnome_completo\tnúmero_de_telefone
l:1\t2026-11-01T10:00:00-03:00\tVideo\tig\tacima_de_5k\tAna\tp:+5511987654321

a form with a note in its title: Ana | 11 98765-4321 | 1187654321 |  | 2026-11-01T13:00:00.000Z
Carimbo de data/hora,Nome completo,WhatsApp (com DDD)
01/11/2026 10:00:00,Ana,11 98765-4321

RD Station, with a landline beside the mobile number: Ana | (11) 98765-4321 | 1187654321 | ana@example.com | 2026-11-01T13:00:00.000Z
Email,Nome,Telefone,Celular,Data da primeira conversão
ana@example.com,Ana,(11) 3456-7890,(11) 98765-4321,2026-11-01 10:00:00 -0300

Mailchimp: Ana | (11) 98765-4321 | 1187654321 | ana@example.com | 2026-11-01T16:00:00.000Z
"Email Address","First Name","Last Name","Phone Number","MEMBER_RATING","OPTIN_TIME"
"ana@example.com","Ana","","(11) 98765-4321","2","2026-11-01 13:00:00"

Brevo: Ana | 5511987654321 | 1187654321 | ana@example.com | 2026-11-15T13:00:00.000Z
CONTACT ID,EMAIL,NOME,WHATSAPP,ADDED_TIME
1,ana@example.com,Ana,5511987654321,15-11-2026 10:00:00

HubSpot: Ana | +55 11 98765-4321 | 1187654321 | ana@example.com | 2026-11-01T13:00:00.000Z
Record ID,First Name,Email,Phone Number,Create Date
1,Ana,ana@example.com,+55 11 98765-4321,2026-11-01 10:00

ManyChat: Ana | +5511987654321 | 1187654321 |  | 2026-11-01T13:00:00.000Z
"Full Name","Phone","Subscribed","WhatsApp Phone"
"Ana","","2026-11-01 10:00:00","+5511987654321"

Tally, whose times are UTC: Ana Souza | +5511987654321 | 1187654321 |  | 2026-11-02T01:25:40.000Z
Submission ID,Respondent ID,Submitted at,Primeiro Nome,Sobrenome,Qual seu WhatsApp?
PgYbzQ,l0WyWk,2026-11-02 01:25:40,Ana,Souza,+5511987654321

Typeform: Ana | +5511987654321 | 1187654321 |  | 2026-11-01T01:02:00.000Z
#,What's your name?,What is your phone number?,Submit Date (UTC)
a1,Ana,+5511987654321,2026-11-01 01:02:00

RD Station CRM: Ana | 11 98765-4321 | 1187654321 | ana@example.com | 2026-11-01T13:00:00.000Z
Nome,Email,Telefone,Telefone pessoal,Data da primeira conversão
Ana,ana@example.com,,11 98765-4321,01/11/2026 10:00

Mailchimp, without the time of opting in: Ana Souza | 11987654321 | 1187654321 | ana@example.com | 2026-11-01T16:00:00.000Z
EMAIL,FNAME,LNAME,PHONE,OPTIN_TIME,CONFIRM_TIME
ana@example.com,Ana,Souza,11987654321,,2026-11-01 13:00:00

Brevo, with a number for SMS: Ana Souza | 5511987654321 | 1187654321 | ana@example.com | 2026-11-15T13:00:00.000Z
CONTACT ID,EMAIL,FIRSTNAME,LASTNAME,SMS,WHATSAPP,ADDED_TIME
1,ana@example.com,Ana,Souza,5511987654321,,15-11-2026 10:00:00

Systeme.io: Ana Souza | +33600000001 | +33600000001 | ana@example.com | 2026-11-01T10:08:09.000Z
Email,First name,Surname,Phone number,Country,Date registered
ana@example.com,Ana,Souza,+33600000001,FR,2026-11-01 07:08:09

Pipedrive: Ana | 11987654321 | 1187654321 | ana@example.com | 2026-11-20T12:00:00.000Z
Pessoa - Nome;Pessoa - Telefone;Pessoa - Telefone - Celular;Pessoa - E-mail - Trabalho
Ana;;11987654321;ana@example.com

Pipedrive in English: Ana | +55 11 98765-4321 | 1187654321 | ana@example.com | 2026-11-20T12:00:00.000Z
Person - Name,Person - Phone - Work,Person - Phone - Mobile,Person - Email - Work
Ana,,+55 11 98765-4321,ana@example.com

a group of WhatsApp: Ana | +5511987654321 | 1187654321 |  | 2026-11-20T12:00:00.000Z
country_code,country_name,phone_number,saved_name,public_name
+55,Brazil,+5511987654321,,Ana

Google Contacts, with landlines first: Ana | +55 11 98765-4321 | 1187654321 |  | 2026-11-20T12:00:00.000Z
First Name,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value
Ana,Work,(11) 3333-4444 ::: (11) 3333-5555,Mobile,+55 11 98765-4321

Outlook: Ana Souza | +55 11 98765-4321 | 1187654321 | ana@example.com | 2026-11-20T12:00:00.000Z
First Name,Last Name,E-mail Address,Home Phone,Mobile Phone
Ana,Souza,ana@example.com,(11) 3333-4444,+55 11 98765-4321

Pipedrive, with the day on which a person was created: Ana | +55 11 98765-4321 | 1187654321 | ana@example.com | 2026-11-01T16:00:00.000Z
Person - Name,Person - Phone - Home,Person - Email - Other,Person - Person created
Ana,+55 11 98765-4321,ana@example.com,2026-11-01 13:00:00

GoHighLevel, which writes the names in small letters, too: Ana Souza | +5511987654321 | 1187654321 | ana@example.com | 2026-11-01T13:00:00.000Z
"Contact Id","First Name","Last Name","Name","Phone","Email","Created","Last Activity","Tags"
"x","ana","souza","Ana Souza","+5511987654321","ana@example.com","2026-11-01T10:00:00-03:00","",""

Calendly: Ana Souza | +55 11 98765-4321 | 1187654321 | ana@example.com | 2026-11-01T13:00:00.000Z
User Name,Team,Invitee Name,Invitee First Name,Invitee Last Name,Invitee Email,Text Reminder Number,Start Date & Time,Event Created Date & Time
Bia,,Ana Souza,,,ana@example.com,+55 11 98765-4321,2026-11-05 10:00,2026-11-01 10:00

Microsoft Forms, whose own columns are anonymous: Ana Souza | 11987654321 | 1187654321 | ana@example.com | 2026-11-01T13:02:00.000Z
ID,Start time,Completion time,Email,Name,Qual seu nome completo?,Qual seu celular?,Qual seu melhor e-mail?
1,2026-11-01 10:00:00,2026-11-01 10:02:00,anonymous,Anonymous,Ana Souza,11987654321,ana@example.com

Google Contacts of earlier years: Ana Souza | 011 98765-4321 | 1187654321 | ana@example.com | 2026-11-20T12:00:00.000Z
Name,Given Name,Additional Name,Family Name,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value
,Ana,,Souza,ana@example.com,Mobile,011 98765-4321

Gravity Forms: Ana Souza | (11) 98765-4321 | 1187654321 | ana@example.com | 2026-11-01T13:00:00.000Z
"Nome (Primeiro)","Nome (Último)","E-mail","Número de celular","Entry Id","Entry Date"
"Ana","Souza","ana@example.com","(11) 98765-4321","7","2026-11-01 10:00:00"

Contact Form 7: Ana | (11) 98765-4321 | 1187654321 | ana@example.com | 2026-11-01T13:00:00.000Z
"Submitted","your-name","your-email","your-tel"
"2026-11-01 10:00:00 -03:00","Ana","ana@example.com","(11) 98765-4321"

Google Forms, with numbers and pictures in its questions: Ana | 11 98765-4321 | 1187654321 | ana@example.com | 2026-11-01T13:00:00.000Z
Carimbo de data/hora,1. Nome completo,2) Qual seu WhatsApp?,📧 E-mail
01/11/2026 10:00:00,Ana,11 98765-4321,ana@example.com

Bitrix24: Ana Souza | +5511987654321 | 1187654321 | ana@example.com | 2026-11-01T13:00:00.000Z
ID;Nome do Lead;Status;Criado;Nome;Sobrenome;Telefone de trabalho;Telefone residencial;E-mail de trabalho
7;Lead;Novo;01.11.2026 10:00:00;Ana;Souza;(11) 3333-4444;+5511987654321;ana@example.com
`;

test.each(LISTS.trim().split('\n\n'))('reads the lead of %j', async (list) => {
  const [heading = '', ...lines] = list.split('\n');
  const { rows } = await readFile(lines.join('\n'));
  const leads = rows.map((row) => {
    if (row.type !== 'lead') return row;
    const { nome, telefone, phoneKey, email, createdAt } = row.lead;
    return [nome, telefone, phoneKey, email, createdAt].join(' | ');
  });
  expect(leads).toEqual([heading.replace(/^.*?: /, '')]);
});

test.each([
  ...['Celular/WhatsApp', 'Telefone 1', 'Nº Celular', 'Zap', 'home_phone', 'User phone'],
  ...['Número', 'Contato', 'Seu contato', 'Number', 'DDD + número', 'Contact No', 'remoteJid'],
  ...['wa_id', 'phoneNumber', 'Cell', 'Telefones', "What's App", 'Teléfono', 'Móvil'],
])('reads the number from a column “%s”, because no other is the phone', async (title) => {
  const file = `Data;Nome;${title}\n01/11/2026;Ana;11987654321\n`;
  expect(await readLeads(file)).toEqual(['Ana | 11987654321 | 1187654321 | 2026-11-01']);
});

test('reads no name from a question that asks for a permission', async () => {
  const file =
    'Data;Podemos usar seu nome?;Autoriza citar seu nome?;WhatsApp\n01/11/2026;Sim;Sim;11987654321\n';
  expect(await readLeads(file)).toEqual(['Sem nome | 11987654321 | 1187654321 | 2026-11-01']);
});

test.each(['Telefone do vendedor', 'Celular de quem indicou', 'WhatsApp opt-in'])(
  'does not take “%s” for the number of a lead',
  async (title) => {
    const file = `Data;Nome;${title}\n01/11/2026;Ana;11987654321\n`;
    expect(await readFile(file)).toMatchObject({ kind: null, file: null });
  },
);

test.each([
  ['Submission Date', '"Jul 1, 2026"'],
  ['Data da resposta', '01/07/2026 10:20'],
  ['Data de inscrição', '01/07/2026'],
  ['Matriculado em', '01/07/2026'],
  ['Registration Time', '"Jul 1, 2026 10:20 AM"'],
  ['Created At (UTC+0)', '2026-07-01 10:20'],
  ['Data/Hora', '01/07/2026 10:20'],
  ['Data do cadastro', '01/07/2026 10:20'],
  ['Dt. Criação', '01/07/2026 10:20'],
  ['Lead - Lead criado em', '2026-07-01 10:20'],
  ['Data e hora de criação', '01/07/2026 10:20'],
  ['Data de Subscrição', '2026-07-01 10:20'],
  ['Lead Created At', '2026-07-01 10:20'],
  ['Lead submission time', '2026-07-01 10:20'],
  ['createdTime', '2026-07-01 10:20'],
  ['createdDate', '2026-07-01 10:20'],
  ['Date Submitted', '2026-07-01 10:20'],
  ['Received', '2026-07-01 10:20'],
  ['Added', '2026-07-01 10:20'],
  ['Opt-in time', '2026-07-01 10:20'],
  ['Lead date', '2026-07-01 10:20'],
  ['Conversion date', '2026-07-01 10:20'],
  ['Date/Time', '2026-07-01 10:20'],
  ['Pessoa - Pessoa criada', '2026-07-01 10:20'],
  ['Contato criado em', '2026-07-01 10:20'],
  ['Capturado em', '01/07/2026 10:20'],
  ['Data de recebimento', '01/07/2026 10:20'],
  ['data-cadastro', '01/07/2026 10:20'],
  ['Data do abandono', '01/07/2026 10:20'],
  ['Data da solicitação', '01/07/2026 10:20'],
  ['Data do clique', '01/07/2026 10:20'],
  ['Deal - Deal created', '2026-07-01 10:20'],
  ['Negócio - Negócio criado em', '2026-07-01 10:20'],
  ['Marca temporal', '2026-07-01 10:20'],
  ['Fecha de creación', '2026-07-01 10:20'],
  ['dateAdded', '2026-07-01 10:20'],
  ['Hora de conclusão', '2026-07-01 10:20'],
])('reads the day from a column “%s”, because no other is the day', async (title, date) => {
  const file = `Nome,Data de nascimento,Telefone,${title}\nAna,15/03/1990,11987654321,${date}\n`;
  expect(await readLeads(file)).toEqual(['Ana | 11987654321 | 1187654321 | 2026-07-01']);
});

test.each([
  ...['Data de nascimento', 'Última interação em', 'Last updated at', 'Data de expiração'],
  ...['Criado por', 'Submission ID', 'Registration Status', 'Data do evento', 'Hora de início'],
])('does not take “%s” for the day on which a lead came', async (title) => {
  const file = `Nome,Telefone,${title}\nAna,11987654321,15/03/2020\n`;
  expect(await readLeads(file)).toEqual(['Ana | 11987654321 | 1187654321 | 2026-11-20']);
});

test.each([
  ...['Nome do aluno(a)', 'Nome do participante', 'Nome cliente', 'Nome (obrigatório)', 'Inscrito'],
  ...['Como você se chama?', 'Como podemos te chamar?', 'nomeCompleto', 'full-name', 'Lead Name'],
  ...['Para começar, qual seu nome?', 'Insira seu nome', 'Como posso te chamar?', 'Push name'],
  ...['Nome (completo)', 'Nome/Sobrenome', 'Nome da pessoa', 'Nome WhatsApp', 'Profile name'],
  ...['Interessado', 'Attendee Name', 'Your name', 'Nombre', 'Nombre y apellido'],
  'Full Name - First Name',
])('reads the name from a column “%s”, because no other is the name', async (title) => {
  const file = `Data;${title};Telefone\n01/11/2026;Ana;11987654321\n`;
  expect(await readLeads(file)).toEqual(['Ana | 11987654321 | 1187654321 | 2026-11-01']);
});

test.each([
  ...['Nome da campanha', 'Form Name', 'Nome do produto', 'Company name', 'Nome da mãe'],
  ...['Nome do vendedor', 'Nome do grupo'],
])('does not take “%s” for the name of a lead', async (title) => {
  const file = `Data;${title};Telefone\n01/11/2026;Ana;11987654321\n`;
  expect(await readLeads(file)).toEqual(['Sem nome | 11987654321 | 1187654321 | 2026-11-01']);
});

test.each([
  ...['Origem do lead', 'Lead Source', 'Canal', 'Traffic source', 'utmSource', 'utm-source'],
  'platform',
])('reads the source from a column “%s”', async (title) => {
  const file = `Data;Nome;Telefone;${title}\n01/11/2026;Ana;11987654321;ig\n`;
  expect((await readFile(file)).rows).toMatchObject([{ lead: { utm_source: 'ig' } }]);
});

test('reads campaign, ad set and ad of a network’s form as the UTMs that links in ads have', async () => {
  const meta =
    'id\tcreated_time\tad_name\tadset_name\tcampaign_name\tplatform\tfull_name\tphone_number\nl:1\t2026-11-01T10:00:00-03:00\tVideo\tFrio\tLanc\tig\tAna\tp:+5511987654321';
  const tiktok =
    'lead_id,created_time,campaign_name,adgroup_name,ad_name,Name,Phone number\n7,2026-11-01 10:00:00(UTC+0),Lanc,Frio,Video,Ana,+5511987654321';
  const utms = { utm_campaign: 'Lanc', utm_medium: 'Frio', utm_content: 'Video' };
  expect((await readFile(meta)).rows).toMatchObject([{ lead: { ...utms, utm_source: 'ig' } }]);
  expect((await readFile(tiktok)).rows).toMatchObject([{ lead: utms }]);
});

// Excel omits the separators at a row's end if sixteen rows in succession have no further cell.
test('reads a lead whose last cells are left out', async () => {
  const file = 'Nome;Telefone;Data;Observações\nAna;11987654321;01/11/2026;x\nBia;11987654322\n';
  expect(await readLeads(file)).toEqual([
    'Ana | 11987654321 | 1187654321 | 2026-11-01',
    'Bia | 11987654322 | 1187654322 | 2026-11-20',
  ]);
  expect(await readLeads('Nome;Telefone\nAna;11987654321;x\n')).toEqual([
    '2: Número de células diferente do cabeçalho',
  ]);
});

test.each([
  ["'Nome','Telefone'", "'Ana','11987654321'"],
  ['“Nome”,“Telefone”', '“Ana”,“11987654321”'],
])('reads cells within other quotation marks: %s', async (titles, cells) => {
  expect(await readLeads(`${titles}\n${cells}\n`)).toEqual([
    'Ana | 11987654321 | 1187654321 | 2026-11-20',
  ]);
});

test('reads a national number with the country that another column names', async () => {
  const file = [
    'Nome;Telefone;País',
    'Ana;912345678;Portugal',
    'Bia;(305) 555-1234;Estados Unidos',
    'Eva;07911 123456;United Kingdom',
    'Lia;090-1234-5678;JP',
    'Rui;11987654321;Brasil',
  ].join('\n');
  expect(await readLeads(file)).toEqual([
    'Ana | +351912345678 | +351912345678 | 2026-11-20',
    'Bia | +13055551234 | +13055551234 | 2026-11-20',
    'Eva | +447911123456 | +447911123456 | 2026-11-20',
    'Lia | +819012345678 | +819012345678 | 2026-11-20',
    'Rui | 11987654321 | 1187654321 | 2026-11-20',
  ]);
});

test('reads a phone in two columns of JotForm', async () => {
  const file =
    'Submission Date,Full Name - First Name,Full Name - Last Name,Phone Number - Area Code,Phone Number - Phone Number\n2026-11-01 10:00:00,Ana,Souza,11,98765-4321';
  expect(await readLeads(file)).toEqual(['Ana Souza | 1198765-4321 | 1187654321 | 2026-11-01']);
});

test('reads a complete number in scientific notation', async () => {
  const file =
    'Nome;Telefone\nAna;5,511987654321E+12\nBia;5.511987654322e+12\nEva;5,51199E+12\nIvo;5.51198765432E12\nLia;1.13456789E9\n';
  expect(await readLeads(file)).toEqual([
    'Ana | 5511987654321 | 1187654321 | 2026-11-20',
    'Bia | 5511987654322 | 1187654322 | 2026-11-20',
    '4: O Excel arredondou o telefone',
    'Ivo | 5511987654320 | 1187654320 | 2026-11-20',
    'Lia | 1134567890 | 1134567890 | 2026-11-20',
  ]);
});

test.each([
  ...['E-mail de trabalho', 'Email 1', 'Seu e-mail principal', 'userEmail', 'emailAddress'],
  ...['E-mails', 'Email1', 'e_mail', 'E mail', 'Mail', 'Correo electrónico', 'Correio eletrônico'],
])('reads the e-mail from a column “%s”, because no other is the e-mail', async (title) => {
  const { rows } = await readFile(`Nome;Telefone;${title}\nAna;11987654321;ana@example.com\n`);
  expect(rows).toMatchObject([{ lead: { email: 'ana@example.com' } }]);
});

test('reads a list of subscriptions as leads that arrived at the start of each subscription', async () => {
  const file = [
    'Código;Cliente;Email;DDD;Telefone;Produto;Plano;Valor;Adesão;Cancelamento;Status',
    'AB12CD;Lia Moreno;lia@example.com;21;987650011;Curso Norte;Mensal;97,00;05/01/2026;;Ativa',
  ].join('\n');
  expect(await readLeads(file)).toEqual(['Lia Moreno | 21987650011 | 2187650011 | 2026-01-05']);
});

test('reads the origin from RD Station’s columns of the first conversion', async () => {
  const titles =
    'Nome,Celular,Fonte da primeira conversão,Meio da primeira conversão,Campanha da primeira conversão,Conteúdo da primeira conversão,Termo da primeira conversão,Origem da primeira conversão';
  const cells = 'Ana,11987654321,facebook,cpc,lanc,video,frio,Pago | Facebook';
  expect((await readFile(`${titles}\n${cells}\n`)).rows).toMatchObject([
    {
      lead: {
        ...{ utm_source: 'facebook', utm_medium: 'cpc', utm_campaign: 'lanc' },
        ...{ utm_content: 'video', utm_term: 'frio' },
      },
    },
  ]);
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

test.each([
  ['First Name,Phone,WhatsApp ID', 'Ana,,5511987654321', 'Ana | 5511987654321 | '],
  ['id,name,pushname,number', '1,,Ana,11987654321', 'Ana | 11987654321 | '],
  [
    'Nome,Telefone,E-mail 1 - Rótulo,E-mail 1 - Valor',
    'Ana,11987654321,Casa,ana@example.com',
    'Ana | 11987654321 | ana@example.com',
  ],
  ['Nome,Telefone,Celular 2 do contato', 'Ana,1138887777,11987654321', 'Ana | 1138887777 | '],
  ['Nome,WhatsApp ID,Melhor celular para contato', 'Ana,,11987654321', 'Ana | 11987654321 | '],
  [
    'Nome,Telefone,E-mail,Qual é o seu nome?,Seu melhor e-mail',
    ',11987654321,,Ana,ana@example.com',
    'Ana | 11987654321 | ana@example.com',
  ],
  ['Nome do lead,Primeiro nome,Telefone', 'Lead #12,Ana,11987654321', 'Ana | 11987654321 | '],
  // MailerLite, JotForm, and tools that list a group of WhatsApp.
  [
    'Subscriber,Name,Phone',
    'ana@example.com,Ana,11987654321',
    'Ana | 11987654321 | ana@example.com',
  ],
  [
    'Nome - First Name,Telefone - Area Code,Telefone - Phone Number',
    'Ana,11,987654321',
    'Ana | 11987654321 | ',
  ],
  ['Nome,Número', '~ Ana,11987654321', 'Ana | 11987654321 | '],
])('reads a field in its further column: %s', async (titles, cells, lead) => {
  const { rows } = await readFile(`${titles}\n${cells}\n`);
  const leads = rows.flatMap((row) => (row.type === 'lead' ? [row.lead] : []));
  expect(leads.map(({ nome, telefone, email }) => [nome, telefone, email].join(' | '))).toEqual([
    lead,
  ]);
});

test('refuses the aplicações of an export of Funil, and reads its leads', async () => {
  const titles = 'id,created_at,nome,telefone,email,situacao,etapa,prazo,pago,estado';
  const cells = '2026-11-01T10:00:00Z,Ana,(11) 98765-4321,ana@example.com,enviada,4,,,Nova';
  const refusal = '2: Aplicação de um arquivo do Funil: só leads são importados';
  const id = 'application:0199d0a2-7c0e-7000-8000-000000000001';
  expect(await readLeads(`${titles}\n${id},${cells}\n`)).toEqual([refusal]);
  expect(await readLeads(`${titles}\nlead:7,${cells}\n`)).toEqual([
    'Ana | (11) 98765-4321 | 1187654321 | 2026-11-01',
  ]);
});

test('refuses the file of the command that lists applications', async () => {
  const file = [
    'situacao,etapa,created_at,nome,email,whatsapp,instagram,empresa,cargo,faturamento,cronograma,principais_desafios,objetivos_movimento,orcamento_investimento,experiencia_anterior,id,respostas',
    'enviada,4,2026-11-01T10:00:00Z,Ana,ana@example.com,+55 (11) 98765-4321,@ana,Escola,Dona,5k-10k,1ano,Vender mais,,,,0199d0a2-7c0e-7000-8000-000000000001,',
  ].join('\n');
  await expect(readLeads(file)).rejects.toThrow(
    'O arquivo tem aplicações do Funil, e só leads são importados.',
  );
});
