import { expect, test } from 'vitest';
import { leadRowSchema } from './lead.ts';
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
const VISIT = {
  utms: {
    utm_source: 'google',
    utm_medium: 'cpc',
    utm_campaign: '',
    utm_content: '',
    utm_term: '',
    origem_timestamp: '2026-03-02T17:05:00.000Z',
  },
  journey: {
    botoes_clicados: [],
    tempo_jornada_segundos: 61,
    paginas_visitadas: 2,
    inicio_sessao: '2026-03-02T17:05:00.000Z',
  },
};

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

test('sends answers without a column as texts, numbers and lists by their keys', () => {
  const questions = listLeadQuestions({
    fields: FIELDS,
    questions: [
      ...[ask('text', 'cidade'), ask('number', 'equipe'), ask('choices', 'canais')],
      ...[ask('instagram', 'perfil', false), ask('longText', 'sonho', false)],
    ],
  });
  const typed = { ...TYPED, cidade: ' Recife ', equipe: '1.500,5', canais: 'site,loja' };
  const row = makeLeadRow(questions, { ...typed, perfil: '@' }, VISIT);
  expect(leadRowSchema.parse(row)).toEqual(row);
  expect(row).toMatchObject({
    nome: 'Ana Souza',
    telefone: '(11) 98765-4321',
    utm_source: 'google',
  });
  expect(row.respostas).toEqual({ cidade: 'Recife', equipe: 1500.5, canais: ['site', 'loja'] });
});

test('leaves columns without an answer out of the row', () => {
  const row = makeLeadRow(askEmail(false), TYPED, VISIT);
  expect(row).not.toHaveProperty('email');
  expect(row).not.toHaveProperty('respostas');
});
