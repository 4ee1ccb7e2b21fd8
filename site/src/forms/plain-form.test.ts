import { leadRuleOf } from '@funil/contract/contacts/lead-questions';
import { ruleOf } from '@funil/contract/contacts/questions';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PlainForm } from './PlainForm.tsx';

const QUESTIONS = [
  { key: 'empresa', kind: 'text', required: false, label: 'Empresa' },
  { key: 'principais_desafios', kind: 'longText', required: false, label: 'Desafios' },
] as const;
const NOTICE = { title: '', description: '' };

const readMinLengths = (formRule: typeof ruleOf) => {
  const html = renderToStaticMarkup(
    createElement(PlainForm, {
      brand: { product: 'Oficina', showName: true },
      title: '',
      description: '',
      action: '/formulario/lead',
      steps: [{ questions: QUESTIONS }],
      ruleOf: formRule,
      optional: undefined,
      notices: { invalid: NOTICE, failed: NOTICE },
      submit: '',
      privacy: '',
      privacyLink: '',
    }),
  );
  return html.match(/minlength="\d+"/gi);
};

test('requires as many characters as the form does when both forms ask the same question', () => {
  expect(readMinLengths(leadRuleOf)).toBeNull();
  expect(readMinLengths(ruleOf)).toEqual(['minLength="2"', 'minLength="10"']);
});
