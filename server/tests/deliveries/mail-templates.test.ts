import { expect, test } from 'vitest';
import { renderHtml, renderText } from '../../src/deliveries/mail/layout.ts';
import { writeLeadsEmail } from '../../src/deliveries/mail/templates/lead.ts';
import { application, CONTEXT, draft, lead, sale, writeTestEmail } from './mail-payloads.ts';

test.each([
  ['application.created', application(), 'Nova aplicação: Ana Prado, responder até sex., 14h'],
  [
    'application.created',
    application({ reply_by: '2026-11-27T17:30:59.000Z' }),
    'Nova aplicação: Ana Prado, responder até sex., 14h30',
  ],
  [
    'application.created',
    application({ reply_by: '2026-12-04T02:00:00.000Z' }),
    'Nova aplicação: Ana Prado, responder até qui., 03/12, 23h',
  ],
  [
    'application.created',
    application({ reply_by: '2026-11-24T17:00:00.000Z' }),
    'Nova aplicação: Ana Prado, prazo passou ter., 14h',
  ],
  ['application.created', application({ reply_by: null }), 'Nova aplicação: Ana Prado'],
  [
    'application.created',
    application({ suspect: 'honeypot' }),
    'Aplicação suspeita: Ana Prado, responder até sex., 14h',
  ],
  ['application.started', draft(), 'Aplicação começada: Ana Prado'],
  ['application.abandoned', draft(), 'Aplicação abandonada: Ana Prado'],
  ['lead.created', lead(), 'Novo lead: Ana Prado, (11) 98765-4321'],
  ['lead.created', lead({ suspect: 'too-fast' }), 'Lead suspeito: Ana Prado, (11) 98765-4321'],
  ['sale.pending', sale(), 'Pagamento em aberto: R$ 1.497,00, Ana Prado'],
  ['sale.paid', sale(), 'Venda paga: R$ 1.497,00, Ana Prado'],
  ['sale.refunded', sale(), 'Reembolso: R$ 1.497,00, Ana Prado'],
  ['sale.chargeback', sale(), 'Compra contestada no cartão: R$ 1.497,00, Ana Prado'],
  ['sale.paid', sale({ value_cents: null }), 'Venda paga: Ana Prado'],
  ['sale.paid', sale({ value_cents: null, buyer_name: null }), 'Venda paga: HP0123456789'],
] as const)('%s: writes this subject (%#)', (type, data, subject) => {
  expect(writeTestEmail(type, data).email.subject.replaceAll('\u00a0', ' ')).toBe(subject);
});

test('lists the answers, the reply deadline and a prepared chat for an application', () => {
  const { text, html, email } = writeTestEmail('application.created', application());
  expect(text).toBe(`NOVA APLICAÇÃO
Ana Prado
Padaria Prado · Sócia

Responder até sexta-feira, 27 de novembro, às 14h
Horário de Brasília. É o prazo que a sua página promete.

Responder no WhatsApp:
https://wa.me/5511987654321?text=Oi%2C%20Ana!%20Aqui%20%C3%A9%20da%20equipe%20Escola.%20Recebemos%20a%20sua%20aplica%C3%A7%C3%A3o%20e%20queremos%20conversar%20com%20voc%C3%AA.%20Qual%20%C3%A9%20o%20melhor%20hor%C3%A1rio%3F

Faturamento: De R$ 10 mil a R$ 30 mil
Quer chegar lá: Em 1 ano

Principais desafios
  Respondo as mesmas perguntas o dia todo.

  Quero fechar, não atender.

WhatsApp: +55 (11) 98765-4321
E-mail: ana@padaria.example
Instagram: @padariaprado
Recebida: qua., 25/11, 14h
Veio de: instagram / social · turma-de-novembro · video-padaria
Visita: 12 min 34 s, 3 páginas

--
Aviso automático.`);
  expect(html).toContain('href="https://wa.me/5511987654321?text=Oi%2C%20Ana!');
  expect(email.replyTo).toBe('ana@padaria.example');
});

test('lists product, payment, origin and matched lead for a sale', () => {
  const { text } = writeTestEmail('sale.paid', sale());
  expect(text).toContain(`Produto: Comunidade Escola
Telefone: (11) 98765-4321
E-mail: ana@padaria.example
Pagamento: Pix
Pago: qua., 25/11, 14h
Veio de: instagram / social · turma-de-novembro · video-padaria
Lead: conhecido pelo link do checkout
Plataforma: Hotmart
Transação: HP0123456789`);
  expect(writeTestEmail('sale.paid', sale({ matched_by: null, lead_ref: null })).text).toContain(
    'Lead: nenhum com este contato',
  );
  expect(writeTestEmail('sale.paid', sale({ matched_by: null, lead_ref: 'x' })).text).toContain(
    'Lead: ligado à mão no painel',
  );
});

test('links to the console when it has a public address', () => {
  const context = { consoleUrl: 'https://painel.escola.test' };
  expect(writeTestEmail('application.created', application(), context).text).toContain(
    'https://painel.escola.test/pessoas/aplicacoes/0193a1b2-0000-7000-8000-000000000001',
  );
  expect(writeTestEmail('lead.created', lead(), context).text).toContain(
    'https://painel.escola.test/pessoas/leads',
  );
  expect(writeTestEmail('sale.paid', sale(), context).text).toContain(
    'https://painel.escola.test/vendas',
  );
});

test('offers no chat when the number cannot be dialed', () => {
  const { email, text } = writeTestEmail('lead.created', lead({ wa_me: null, phone_digits: null }));
  expect(email.actions).toEqual([]);
  expect(text).toContain('(11) 98765-4321');
});

test('lists several leads in one digest, with suspected robots marked and last', () => {
  const robot = lead({ nome: 'Rob', suspect: 'honeypot' });
  const people = [lead({ nome: 'Beto Lima' }), lead({ nome: 'Carla Reis' })];
  const email = writeLeadsEmail([robot, ...people], CONTEXT);
  expect(email.subject).toBe('3 novos leads: Beto Lima, Carla Reis e mais 1');
  expect(email.subtitle).toBe('1 parece robô');
  expect(email.people.map(({ name, isSuspect }) => [name, isSuspect])).toEqual([
    ['Beto Lima', false],
    ['Carla Reis', false],
    ['Rob', true],
  ]);
  expect(renderText(email, '')).toContain('Rob [parece robô]');
});

test('limits the size of a digest, and counts the people left out', () => {
  const flood = Array.from({ length: 999 }, () => lead({ nome: '👾'.repeat(200) }));
  const email = writeLeadsEmail([lead(), ...flood], CONTEXT);
  expect(email.subject).toMatch(/^1\.000 novos leads: Ana Prado, /);
  expect(email.people).toHaveLength(60);
  expect(email.closing).toBe('E mais 940 pessoas: veja em Pessoas, no painel.');
  expect(Buffer.byteLength(renderHtml(email, 'Escola', ''))).toBeLessThan(100_000);
});

test('keeps emoji and other scripts unchanged', () => {
  const { email, text } = writeTestEmail('lead.created', lead({ nome: 'שרה 👩‍👧 Ção' }));
  expect(email.subject).toBe('Novo lead: שרה 👩‍👧 Ção, (11) 98765-4321');
  expect(text).toContain('שרה 👩‍👧 Ção');
});

test('greets without a product when the page names none', () => {
  const { text } = writeTestEmail('lead.created', lead({ nome: 'ana' }), { product: null });
  expect(decodeURIComponent(text)).toContain(
    'text=Oi, Ana! Vi que você se cadastrou na nossa página. Ficou alguma dúvida?',
  );
});

test.each([
  ['MARIA DAS DORES', 'Oi, Maria!'],
  ['d’Ávila Souza', 'Oi, d’Ávila!'],
  ['https://evil.test', 'Oi!'],
  ['R$1000', 'Oi!'],
  ['J', 'Oi!'],
])('greets %s with “%s”', (nome, hello) => {
  expect(decodeURIComponent(writeTestEmail('lead.created', lead({ nome })).text)).toContain(
    `?text=${hello} Aqui é da equipe Escola.`,
  );
});

const HOSTILE =
  'Ana\r\nBcc: x@evil.test <img src=x onerror=alert(1)> \u202eodarp\u2066 \u0000\u001b[2J';

test('removes line ends, tags and direction marks from a name', () => {
  const { email, html, text } = writeTestEmail(
    'application.created',
    application({ nome: HOSTILE }),
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
  const CONTROLS = /[\0-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]/;
  expect(email.subject).not.toMatch(/[\r\n]/);
  expect(email.subject).not.toMatch(CONTROLS);
  expect(text).not.toMatch(CONTROLS);
  expect(html).not.toMatch(/<img/);
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

const BAIT = [
  'https://evil.test/login',
  'www.evil.test',
  'evil.com.br/pix',
  'conta@evil.test',
  'HTTP://EVIL.TEST',
  'javascript://evil.test',
  'evil。com',
].join(' ');
/** Matches texts that mail clients turn into links. */
const LINK = /[a-z]:\/\/|www\.\w|\p{L}[.。]\p{L}|\w@\w/iu;

test('turns no text of a visitor into a link', () => {
  const texts = { nome: BAIT, empresa: BAIT, cargo: BAIT, principais_desafios: BAIT };
  const contacts = { email: 'https://evil.test/@a.b', whatsapp: 'evil.test/1234567890' };
  const utm_source = 'evil.test';
  const { html, text } = writeTestEmail(
    'application.created',
    application({ ...texts, ...contacts, utm_source, utm_campaign: BAIT, wa_me: null }),
  );
  const written = html.slice(html.indexOf('<body')).replace(/<[^>]*>/g, ' ');
  expect(written).toContain('evil');
  expect(written).not.toMatch(LINK);
  expect(text).not.toMatch(LINK);
  expect(html).not.toContain('href=');
});

test('links to no number or address that a visitor forged', () => {
  const wa_me = 'https://wa.me/5511987654321" onclick="x';
  const address = 'ana?bcc=x@evil.test';
  const written = writeTestEmail('application.created', application({ wa_me, email: address }));
  expect(written.html).not.toContain('href=');
  expect(written.email.replyTo).toBeNull();
});

test.each([
  ['5,000 letters', 'á'.repeat(5_000), '[cortado aqui: o texto inteiro tem 5.000 caracteres]'],
  ['2,500 lines', 'á\n'.repeat(2_500), '[cortado aqui'],
])('cuts an answer of %s, with a note', (_size, principais_desafios, note) => {
  const { text, html } = writeTestEmail(
    'application.created',
    application({ principais_desafios }),
  );
  expect(text).toContain(note);
  expect(html).toContain(note);
  expect(text.match(/á/g)?.length).toBeLessThan(2_100);
  expect(text.split('\n').length).toBeLessThan(130);
});

test('labels answers as the page does, also to questions without a column', () => {
  const perguntas = [
    { chave: 'nicho', pergunta: 'Qual é o seu nicho?', resposta: 'Pães' },
    { chave: 'faturamento', pergunta: 'Quanto você fatura?', resposta: 'Perto de 20 mil' },
    { chave: 'principais_desafios', pergunta: 'O que falta?', resposta: 'Vender mais.' },
  ];
  const { text } = writeTestEmail('application.created', application({ perguntas }));
  expect(text).toMatch(/Qual é o seu nicho\?\s+Pães/);
  expect(text).toMatch(/O que falta\?\s+Vender mais\./);
  expect(text).toContain('Perto de 20 mil');
  expect(text).not.toContain('De R$ 10 mil');
});

test('shows the e-mail address of a lead, and replies to it', () => {
  const { text, email } = writeTestEmail('lead.created', lead({ email: 'ana@padaria.example' }));
  expect(text).toContain('ana@padaria.example');
  expect(email.replyTo).toBe('ana@padaria.example');
});

test('says that the network left a campaign unfilled, as reports do', () => {
  const { text } = writeTestEmail('lead.created', lead({ utm_campaign: '{{campaign.name}}' }));
  expect(text).toContain('instagram / social · não preenchido pela rede · ');
});
