import { expect, test } from 'vitest';
import { fillFor } from './greeting.ts';

const ana = { name: 'Ana Souza', product: 'Engrena', hours: 48 };

test('a text with a link has it where it belongs', () => {
  expect(
    fillFor('Oi, {primeiro_nome}! É só usar este link: {link}', { ...ana, link: 'https://a.test' }),
  ).toBe('Oi, Ana! É só usar este link: https://a.test');
});

test('without a link, the sentence that leads up to it is not said', () => {
  expect(
    fillFor(
      'Oi, {primeiro_nome}! Seu pedido de {produto} está reservado, só falta o pagamento. Se o Pix ou o boleto venceu, é só usar este link: {link}',
      ana,
    ),
  ).toBe('Oi, Ana! Seu pedido de Engrena está reservado, só falta o pagamento.');
});

test('without a link, a line that is nothing but the link is gone, and what follows stays', () => {
  expect(fillFor('Oi, {nome}!\nPague aqui: {link}\n\nQualquer dúvida, é só falar.', ana)).toBe(
    'Oi, Ana Souza!\n\nQualquer dúvida, é só falar.',
  );
  expect(fillFor('Tudo bem? O link é {link}. Responda por aqui.', ana)).toBe(
    'Tudo bem? Responda por aqui.',
  );
});

test('who has a name like a placeholder keeps it', () => {
  expect(fillFor('Oi, {nome}. Tudo bem?', { ...ana, name: 'Ana {link}' })).toBe(
    'Oi, Ana {link}. Tudo bem?',
  );
});

test('a name’s marks of direction do not turn the message that it stands in', () => {
  const name = '\u202eanA\u2066 \u200fLima';
  expect(fillFor('Oi, {primeiro_nome} ({nome})!', { ...ana, name })).toBe('Oi, anA (anA Lima)!');
});
