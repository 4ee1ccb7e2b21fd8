import { formatPhone } from '@funil/contract/contacts/phone';
import { leadRuleOf } from '@funil/contract/contacts/questions/lead-questions';
import { expect, test } from 'vitest';
import { nativeLimits } from './question-inputs.ts';

test('takes a copied link to a chat whole into the phone field, which browsers would cut before its number', () => {
  const link = 'https://api.whatsapp.com/send?phone=5511987654321&text=Quero%20saber%20mais';
  const rule = leadRuleOf({ key: 'telefone', kind: 'phone', required: true });
  const taken = link.slice(0, nativeLimits('phone', rule).maxLength);
  expect(formatPhone(taken)).toBe('(11) 98765-4321');
});
