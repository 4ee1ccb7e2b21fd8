import { expect, test } from 'vitest';
import { auditLabel } from '../operators/audit-labels.ts';
import { productLabel } from '../sales/product-label.ts';
import { fieldLabel, sectionLabel, suspectLabel } from './answer-labels.ts';
import { cancellationLabel, destinationLabel } from './delivery-labels.ts';
import { EMPTY_UTM_FILTER, utmLabel } from './labels.ts';
import { noticeErrorLabel } from './notice-labels.ts';

// Only keys that no type lists. If any other key had no label, labels.ts would not compile.
test.each([
  ...['mail', 'mail:leads', 'meta', 'ga4'].map((key) => [key, destinationLabel(key)]),
  ...['encoding', 'shape', 'erased'].map((key) => [key, noticeErrorLabel(key)]),
  ...['788921', '9bd5e1a0-6f1c-4a51-9c4e-0d6a2f8b7c11'].map((key) => [key, productLabel(key)]),
])('shows %s as words: %s', (key, label) => {
  expect(label).not.toBe(key);
  expect(label).toMatch(/^[\p{L}\d][^_<>]*$/u);
});

test('names each reason when a row has two', () => {
  expect(suspectLabel('honeypot,too-fast')).toBe(
    'Preencheu um campo que ninguém vê, Enviado rápido demais',
  );
});

test('says in words why a delivery was canceled', () => {
  expect(cancellationLabel('no-value')).toBe('a venda veio sem valor em reais');
  expect(cancellationLabel('future-reason')).toBe('future-reason');
});

test('shows the name of a product unchanged', () => {
  expect(productLabel('Curso 2026')).toBe('Curso 2026');
});

test('names the dialog in which a button was pressed', () => {
  const dialogs = ['lead-dialog', 'application-modal', 'privacidade', 'video-player'];
  const expected = ['Formulário curto', 'Aplicação em etapas', 'Privacidade', 'Vídeo'];
  expect(dialogs.map(sectionLabel)).toEqual(expected);
});

test('shows an unknown key unchanged, even if it is the name of an inherited property', () => {
  expect([sectionLabel('promo'), sectionLabel('constructor')]).toEqual(['promo', 'constructor']);
  expect(auditLabel('future.action')).toBe('fez outra mudança');
});

test('shows the key of a question that content added as words', () => {
  expect(fieldLabel('como_chegou')).toBe('Como chegou');
  expect(fieldLabel('constructor')).toBe('Constructor');
});

test('distinguishes an unknown source from the stored source "direto"', () => {
  expect(utmLabel('source', '')).toBe('desconhecida');
  expect(utmLabel('source', EMPTY_UTM_FILTER)).toBe('desconhecida');
  expect(utmLabel('source', 'direto')).toBe('direto');
  expect(utmLabel('campaign', '')).toBe('sem nome');
  expect(utmLabel('campaign', '/')).toBe('sem nome');
  expect(utmLabel('campaign', '{{campaign.name}}')).toBe('não preenchido pela rede');
});
