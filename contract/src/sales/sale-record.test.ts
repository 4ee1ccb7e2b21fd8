import { expect, test } from 'vitest';
import { paymentMethodLabel } from './sale-record.ts';

test.each([
  ['credit_card', 'Cartão de crédito', 'cartão'],
  ['google_pay', 'Google Pay', 'Google Pay'],
  ['google pay', 'Google Pay', 'Google Pay'],
  ['paypal_internacional', 'PayPal internacional', 'PayPal internacional'],
  ['direct_bank_transfer', 'Transferência bancária', 'transferência bancária'],
  ['direct_debit', 'Débito em conta', 'débito em conta'],
  ['cash_payment', 'Dinheiro', 'dinheiro'],
  ['hybrid', 'Mais de um meio', 'mais de um meio'],
  ['financed_installment', 'Parcelamento financiado', 'parcelamento financiado'],
  // A word without a label.
  ['mercado_pago', 'Mercado pago', 'mercado pago'],
  ['constructor', 'Constructor', 'constructor'],
])('labels the payment method %s', (method, label, inSentence) => {
  expect(paymentMethodLabel(method, 'label')).toBe(label);
  expect(paymentMethodLabel(method, 'inSentence')).toBe(inSentence);
});
