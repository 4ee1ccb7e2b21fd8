import { expect, test } from 'vitest';
import {
  choiceLabel,
  fieldLabel,
  formLabel,
  SECTION_LABELS,
  sectionLabel,
  suspectLabel,
} from './answer-labels.ts';
import { APPLICATION_FIELDS, CRONOGRAMA, FATURAMENTO } from './application-rules.ts';
import { AUDIT_LABELS, auditLabel } from './audit-labels.ts';
import { CONTACT_STATE_LABELS } from './console/contact-states.ts';
import { APPLICATION_STAGES, SHOWN_STATES } from './console/contacts.ts';
import { DELIVERY_STATES } from './console/deliveries.ts';
import { ROLE_NAMES, ROLES } from './console/roles.ts';
import { TEMPLATE_USES } from './console/templates.ts';
import { DELIVERY_STATE_LABELS, destinationLabel, eventLabel } from './delivery-labels.ts';
import { STAGE_LABELS, saleStateLabel } from './labels.ts';
import { NOTICE_ERROR_LABELS, noticeErrorLabel } from './notice-labels.ts';
import { PLATFORM_NAMES, platformLabel } from './platforms.ts';
import { productLabel } from './product-label.ts';
import { paymentMethodLabel, SALE_STATES } from './sale.ts';
import { TEMPLATE_USE_LABELS } from './template-labels.ts';
import { WEBHOOK_EVENTS } from './webhook-events.ts';

const from = <Key extends string>(keys: readonly Key[], label: (key: Key) => string) =>
  keys.map((key) => [key, label(key)] as const);

test.each([
  ...from([...FATURAMENTO, ...CRONOGRAMA], choiceLabel),
  ...from([...APPLICATION_FIELDS, 'telefone', 'botoes_clicados', 'origem_timestamp'], fieldLabel),
  ...from(['lead', 'aplicacao'], formLabel),
  ...from(['honeypot', 'too-fast'], suspectLabel),
  ...from(SHOWN_STATES, (state) => CONTACT_STATE_LABELS[state]),
  ...from(APPLICATION_STAGES, (stage) => STAGE_LABELS[stage]),
  ...from(TEMPLATE_USES, (use) => TEMPLATE_USE_LABELS[use]),
  ...from(SALE_STATES, saleStateLabel),
  ...from(DELIVERY_STATES, (state) => DELIVERY_STATE_LABELS[state]),
  ...from(['mail', 'mail:leads', 'meta', 'ga4'], destinationLabel),
  ...from(WEBHOOK_EVENTS, eventLabel),
  ...from(ROLES, (role) => ROLE_NAMES[role]),
  ...from(PLATFORM_NAMES, platformLabel),
  ...from(['pix', 'boleto', 'credit_card'], (method) => paymentMethodLabel(method, 'label')),
  ...from(['788921', '9bd5e1a0-6f1c-4a51-9c4e-0d6a2f8b7c11'], productLabel),
  ...from(Object.keys(SECTION_LABELS), sectionLabel),
  ...from(Object.keys(AUDIT_LABELS), auditLabel),
  ...from(Object.keys(NOTICE_ERROR_LABELS), noticeErrorLabel),
])('shows %s as words: %s', (key, label) => {
  expect(label).not.toBe(key);
  expect(label).toMatch(/^[\p{L}\d][^_<>]*$/u);
});

test('names each reason when a row has two', () => {
  expect(suspectLabel('honeypot,too-fast')).toBe(
    'Preencheu um campo que ninguém vê, Enviado rápido demais',
  );
});

test('shows the name of a product unchanged', () => {
  expect(productLabel('Curso 2026')).toBe('Curso 2026');
});

test('shows an invented key unchanged, also one that objects inherit', () => {
  expect([sectionLabel('promo'), sectionLabel('constructor')]).toEqual(['promo', 'constructor']);
  expect(auditLabel('future.action')).toBe('fez outra mudança');
});

test('shows the key of a question that content added as words', () => {
  expect(fieldLabel('como_chegou')).toBe('Como chegou');
  expect(fieldLabel('constructor')).toBe('Constructor');
});
