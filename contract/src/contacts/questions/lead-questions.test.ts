import { expect, test } from 'vitest';
import { VISIT } from '../../../../testkit/rows.ts';
import { findLeadErrors, listLeadQuestions, makeLeadRow } from './lead-questions.ts';
import type { Question, QuestionKind } from './question.ts';

const FIELDS = { nome: { label: 'Nome completo' }, telefone: { label: 'WhatsApp' } };
const ask = (kind: QuestionKind, key: string, required = true) => ({
  key,
  kind,
  required,
  label: key,
});
const TYPED = { nome: ' Ana Souza ', telefone: '(11) 98765-4321' };

const askEmail = (required: boolean) =>
  listLeadQuestions({ fields: { ...FIELDS, email: { label: 'E-mail', required } } });

test('asks for an e-mail address only if content requires it', () => {
  expect(findLeadErrors(listLeadQuestions({ fields: FIELDS }), TYPED)).toEqual({});
  expect(findLeadErrors(askEmail(true), TYPED)).toEqual({ email: 'Email inválido' });
  const typed = { ...TYPED, email: 'ana@souza.com.br\u200b' };
  expect(findLeadErrors(askEmail(true), typed)).toEqual({});
});

test('refuses an optional e-mail address that is wrong', () => {
  const typed = { ...TYPED, email: 'ana@souza' };
  expect(findLeadErrors(askEmail(false), typed)).toEqual({ email: 'Email inválido' });
});

test('checks further questions by their kinds, after name and phone', () => {
  const questions: Question[] = listLeadQuestions({
    fields: FIELDS,
    questions: [ask('text', 'cidade'), ask('number', 'equipe', false), ask('choices', 'canais')],
  });
  expect(findLeadErrors(questions, { nome: 'A', telefone: '1', equipe: 'dez' })).toEqual({
    nome: 'Nome deve ter pelo menos 2 caracteres',
    telefone: 'WhatsApp inválido (mínimo 10 dígitos)',
    cidade: 'Preencha este campo',
    equipe: 'Digite um número',
    canais: 'Selecione ao menos uma opção',
  });
});

test('leaves columns without an answer out of the row', () => {
  const row = makeLeadRow(askEmail(false), TYPED, VISIT);
  expect(row).not.toHaveProperty('email');
  expect(row).not.toHaveProperty('respostas');
});
