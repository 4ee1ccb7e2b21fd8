import { expect, test } from 'vitest';
import {
  fillMessage,
  findRefusalReason,
  makeMessageValues,
  sortTemplates,
  TEMPLATE_USE_BY_SALE_STATE,
} from './message.ts';

const ana = { name: 'Ana Souza', product: 'Engrena', replyHours: 48 };

test('offers a canceled sale the templates for abandoned carts', () => {
  expect(TEMPLATE_USE_BY_SALE_STATE.canceled).toBe('cart');
});

test('never names a product by the id that a platform sends instead of a name', () => {
  expect(makeMessageValues(undefined, 'Ana', '4711')).toMatchObject({
    product: '',
    purchase: undefined,
  });
  expect(makeMessageValues(undefined, 'Ana', 'Planilhas')).toMatchObject({
    product: 'Planilhas',
    purchase: 'Planilhas',
  });
});

test('removes the sentences that name an unknown product', () => {
  const text =
    'Oi, {primeiro_nome}! Aqui é da equipe da {produto}. Tudo certo com {compra}? Até já.';
  expect(fillMessage(text, { ...ana, product: '' })).toBe('Oi, Ana! Até já.');
});

test('names the page’s product and the purchased one, and the page’s product twice when no purchase is known', () => {
  const text = 'Aqui é da equipe da {produto}. Seu pedido de {compra} está reservado.';
  expect(fillMessage(text, { ...ana, purchase: 'Planilhas' })).toBe(
    'Aqui é da equipe da Engrena. Seu pedido de Planilhas está reservado.',
  );
  expect(fillMessage(text, ana)).toContain('Seu pedido de Engrena');
});

test('removes a line whose only sentence has a missing link, and keeps the lines after it', () => {
  expect(fillMessage('Oi, {nome}!\nPague aqui: {link}\n\nQualquer dúvida, é só falar.', ana)).toBe(
    'Oi, Ana Souza!\n\nQualquer dúvida, é só falar.',
  );
  const code = 'Só falta pagar.\nCopia e cola: {copia_e_cola}';
  expect(fillMessage(code, ana)).toBe('Só falta pagar.');
  expect(fillMessage(code, { ...ana, paymentCode: '0002' })).toMatch(/\nCopia e cola: 0002$/);
  const link = 'Tudo bem? O link é {link}. Responda por aqui.';
  expect(fillMessage(link, ana)).toBe('Tudo bem? Responda por aqui.');
  expect(fillMessage(link, { ...ana, link: 'https://a.test' })).toContain('é https://a.test. R');
});

test('keeps a placeholder that is part of a name', () => {
  expect(fillMessage('Oi, {nome}. Tudo bem?', { ...ana, name: 'Ana {link}' })).toBe(
    'Oi, Ana {link}. Tudo bem?',
  );
});

test.each(['', 'Sem nome', '+55 11 98765-4321'])(
  'leaves “%s” out, because it is no name',
  (name) => {
    expect(fillMessage('Oi, {nome}! Tudo bem?', { ...ana, name })).toBe('Oi! Tudo bem?');
  },
);

test('removes direction marks from a name', () => {
  const name = '\u202eanA\u2066 \u200fLima';
  expect(fillMessage('Oi, {primeiro_nome} ({nome})!', { ...ana, name })).toBe(
    'Oi, anA (anA Lima)!',
  );
});

const REFUSED = 'Oi, {primeiro_nome}. Não é o melhor passo, porque {motivo}. Até mais.';

test('keeps the sentence of a refusal when the reason is missing', () => {
  expect(fillMessage(REFUSED, ana)).toBe('Oi, Ana. Não é o melhor passo. Até mais.');
});

test.each([
  [REFUSED, 'A turma já está cheia', 'porque a turma já está cheia.'],
  [REFUSED, 'CNPJ inválido', 'porque CNPJ inválido.'],
  [REFUSED, 'Seu faturamento ainda é baixo', 'porque seu faturamento'],
  [REFUSED, 'Recife já tem a turma cheia', 'porque Recife já tem'],
  ['Oi. {motivo}.', 'A turma já está cheia', 'Oi. A turma já está cheia.'],
])(
  'begins a reason with a small letter unless it begins a sentence or its first word may be a name: %s, %s',
  (text, reason, written) => {
    expect(fillMessage(text, { ...ana, reason })).toContain(written);
  },
);

test('finds the reason in the newest note of a refusal', () => {
  const notes = ['Ligou de novo', 'Motivo do não: a turma está cheia', 'Motivo do não: outro'];
  expect(findRefusalReason(notes.map((text) => ({ text })))).toBe('a turma está cheia');
});

test('removes the promise of an answer when no hours are left', () => {
  const text = 'Oi! Recebemos sua aplicação. Vamos te responder em até {prazo}. Um abraço.';
  expect(fillMessage(text, { ...ana, replyHours: null })).toBe(
    'Oi! Recebemos sua aplicação. Um abraço.',
  );
});

test('offers only the texts for a use, the one used last first', () => {
  const template = (id: number, use: 'lead' | 'pending') => {
    return { id, name: '', text: '', version: 1, for: use };
  };
  const templates = [template(1, 'lead'), template(2, 'pending'), template(3, 'lead')];
  expect(sortTemplates(templates, 'lead', { lead: 3 }).map(({ id }) => id)).toEqual([3, 1]);
  expect(sortTemplates(templates, 'lead', { lead: 2 }).map(({ id }) => id)).toEqual([1, 3]);
});

test.each([
  ['MARIA DAS DORES', 'Oi, Maria! Tudo bem?'],
  ['josé', 'Oi, José! Tudo bem?'],
  ['João Pedro', 'Oi, João! Tudo bem?'],
  ["D'Ávila Souza", "Oi, D'Ávila! Tudo bem?"],
  ['𝓜𝓪𝓻𝓲𝓪 𝓢𝓲𝓵𝓿𝓪', 'Oi, Maria! Tudo bem?'],
  ['\u200bMaria', 'Oi, Maria! Tudo bem?'],
  ['🌸Ana🌸 Souza', 'Oi, Ana! Tudo bem?'],
  ['~Ana Souza', 'Oi, Ana! Tudo bem?'],
  ['Ana™ Souza', 'Oi, Ana! Tudo bem?'],
  ['✨ (Ana) ✨', 'Oi, Ana! Tudo bem?'],
  ['Dra. Ana Souza', 'Oi, Ana! Tudo bem?'],
  ['Dr João', 'Oi, João! Tudo bem?'],
  ['PROFA ANA', 'Oi, Ana! Tudo bem?'],
  ['ANA-CLARA', 'Oi, Ana-Clara! Tudo bem?'],
  ["D'AVILA", "Oi, D'Avila! Tudo bem?"],
])('writes the first name of %j as a name', (name, text) => {
  expect(fillMessage('Oi, {primeiro_nome}! Tudo bem?', { ...ana, name })).toBe(text);
});

test.each(['', '😊', 'M', 'maria@gmail.com', '11987654321', '.', 'Sem nome', 'Dr.', 'Souza, Ana'])(
  'greets nobody by %j, which is no name',
  (name) => {
    const fill = (text: string) => fillMessage(text, { ...ana, name });
    expect(fill('Oi, {primeiro_nome}! Tudo bem?')).toBe('Oi! Tudo bem?');
    expect(fill('Olá {primeiro_nome}, tudo bem?')).toBe('Olá, tudo bem?');
    expect(fill('{primeiro_nome}, tudo bem?')).toBe('tudo bem?');
    expect(fill('Tudo bem?\n{primeiro_nome}, é hoje.')).toBe('Tudo bem?\né hoje.');
  },
);
