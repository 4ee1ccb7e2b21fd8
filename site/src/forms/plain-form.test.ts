import { applicationRuleOf } from '@funil/contract/contacts/questions/application-questions';
import { leadRuleOf } from '@funil/contract/contacts/questions/lead-questions';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PlainForm } from './PlainForm.tsx';
import type { WordedQuestion } from './UncontrolledField.tsx';

const QUESTIONS = [
  { key: 'empresa', kind: 'text', required: false, label: 'Empresa' },
  { key: 'principais_desafios', kind: 'longText', required: false, label: 'Desafios' },
] as const;
const NOTICE = { title: '', description: '' };

const renderForm = (questions: readonly WordedQuestion[], formRule = applicationRuleOf) =>
  renderToStaticMarkup(
    createElement(PlainForm, {
      brand: { product: 'Oficina', showName: true },
      title: '',
      description: '',
      action: '/formulario/lead',
      steps: [{ questions }],
      ruleOf: formRule,
      optional: undefined,
      notices: { invalid: NOTICE, failed: NOTICE },
      submit: '',
      privacy: '',
      privacyLink: '',
    }),
  );

const readMinLengths = (formRule: typeof applicationRuleOf) =>
  renderForm(QUESTIONS, formRule).match(/minlength="\d+"/gi);

test('requires as many characters as the form does when both forms ask the same question', () => {
  expect(readMinLengths(leadRuleOf)).toBeNull();
  expect(readMinLengths(applicationRuleOf)).toEqual(['minLength="2"', 'minLength="10"']);
});

test('describes a question by its hint and its error, and marks its boxes as invalid', () => {
  const options = [{ key: 'loja', label: 'Loja' }];
  const html = renderForm([
    {
      key: 'canais',
      kind: 'choices',
      required: true,
      label: 'Canais',
      hint: 'Mais de um',
      options,
    },
  ]);
  expect(html).toContain('<fieldset aria-describedby="campo-canais-hint campo-canais-error">');
  expect(html).toContain('aria-invalid="{{invalid:canais}}"');
});
