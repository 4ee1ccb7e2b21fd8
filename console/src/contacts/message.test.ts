import { expect, test } from 'vitest';
import { fillMessage } from './message.ts';

const ana = { name: 'Ana Souza', product: 'Engrena', hours: 48 };

test('replaces the placeholder with the link', () => {
  expect(
    fillMessage('Oi, {primeiro_nome}! É só usar este link: {link}', {
      ...ana,
      link: 'https://a.test',
    }),
  ).toBe('Oi, Ana! É só usar este link: https://a.test');
});

test('names the page’s product and the purchase apart', () => {
  const text = 'Aqui é da equipe da {produto}. Seu pedido de {compra} está reservado.';
  expect(fillMessage(text, { ...ana, purchase: 'Planilhas' })).toBe(
    'Aqui é da equipe da Engrena. Seu pedido de Planilhas está reservado.',
  );
  expect(fillMessage(text, ana)).toContain('Seu pedido de Engrena');
});

test('removes the sentence with a missing link', () => {
  expect(
    fillMessage(
      'Oi, {primeiro_nome}! Seu pedido de {produto} está reservado, só falta o pagamento. Se o Pix ou o boleto venceu, é só usar este link: {link}',
      ana,
    ),
  ).toBe('Oi, Ana! Seu pedido de Engrena está reservado, só falta o pagamento.');
});

test('removes a line that held only a missing link and keeps the lines after it', () => {
  expect(fillMessage('Oi, {nome}!\nPague aqui: {link}\n\nQualquer dúvida, é só falar.', ana)).toBe(
    'Oi, Ana Souza!\n\nQualquer dúvida, é só falar.',
  );
  expect(fillMessage('Tudo bem? O link é {link}. Responda por aqui.', ana)).toBe(
    'Tudo bem? Responda por aqui.',
  );
});

test('keeps a placeholder that is part of a name', () => {
  expect(fillMessage('Oi, {nome}. Tudo bem?', { ...ana, name: 'Ana {link}' })).toBe(
    'Oi, Ana {link}. Tudo bem?',
  );
});

test('removes direction marks from a name', () => {
  const name = '\u202eanA\u2066 \u200fLima';
  expect(fillMessage('Oi, {primeiro_nome} ({nome})!', { ...ana, name })).toBe(
    'Oi, anA (anA Lima)!',
  );
});
