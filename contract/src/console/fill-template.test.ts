import { expect, test } from 'vitest';
import { explainPlaceholders } from './fill-template.ts';

test('accepts only known placeholders, and lists them for an unknown one', () => {
  expect(explainPlaceholders('Oi, {primeiro_nome}! {link}')).toBeNull();
  expect(explainPlaceholders('Sem nada')).toBeNull();
  expect(explainPlaceholders('Oi, {Nome}! {link}')).toBe(
    'Não conheço {Nome}. Você pode usar {nome}, {primeiro_nome}, {produto}, {compra}, {prazo}, {motivo}, {link}, {copia_e_cola}.',
  );
  expect(explainPlaceholders('Oi, {{primeiro_nome}}!')).toBe(
    'Escreva {primeiro_nome} com uma chave de cada lado.',
  );
  expect(explainPlaceholders('Oi, {{1}}!')).toMatch(/^Não conheço \{1\}\./);
  expect(explainPlaceholders('Oi, { nome }')).toMatch(/^Não conheço \{ nome \}\./);
});
