import { expect, test } from 'vitest';
import { VISIT } from '../../../../testkit/rows.ts';
import { applicationDraftRowSchema, applicationRowSchema } from '../application.ts';
import {
  applicationRuleOf,
  emptyAnswers,
  isApplicationAnswerValid,
  listApplicationColumnQuestions,
  makeApplicationRow,
  makeDraftRow,
} from './application-questions.ts';
import { countBytes, MAX_ANSWERS_BYTES, parseNumber } from './further-questions.ts';
import type { Question, QuestionKind } from './question.ts';

const ID = '01930000-0000-7000-8000-000000000001';
const QUESTIONS = listApplicationColumnQuestions();
const DATA = {
  nome: ' Ana Souza ',
  email: 'ana@souza.com.br',
  whatsapp: '+55 (11) 98765-4321',
  instagram: '@',
  empresa: 'Souza\0 & Filhas',
  cargo: 'sócia \u{1f600}',
  faturamento: '10k-30k',
  principais_desafios: `Ninguém me conhece.${'\u{1f600}'.charAt(0)}`,
  cronograma: '3anos+',
};

const ask = (kind: QuestionKind, key: string = kind.toLowerCase()): Question => ({
  key,
  kind,
  required: true,
});

test('removes from an application the characters that no store accepts', () => {
  const row = makeApplicationRow(ID, QUESTIONS, DATA, VISIT);
  expect(applicationRowSchema.parse(row)).toEqual(row);
  expect(row).toMatchObject({
    id: ID,
    nome: 'Ana Souza',
    instagram: '@',
    empresa: 'Souza & Filhas',
    cargo: 'sócia \u{1f600}',
    principais_desafios: 'Ninguém me conhece.',
    objetivos_movimento: '',
    orcamento_investimento: '',
    utm_source: 'google',
    tempo_jornada_segundos: 61,
    paginas_visitadas: 2,
  });
  expect(row).not.toHaveProperty('botoes_clicados');
  expect(row).not.toHaveProperty('respostas');
});

test('sends answers without a column as texts, numbers and lists by their keys', () => {
  const asked = [
    ...QUESTIONS,
    ...[ask('text', 'nicho'), ask('number', 'equipe'), ask('choices', 'canais')],
    ...[ask('instagram', 'perfil'), ask('choice', 'modelo')],
  ];
  const typed = { nicho: ' Saúde ', equipe: '1.500,5', canais: 'site,loja', perfil: '@' };
  const row = makeApplicationRow(ID, asked, { ...DATA, ...typed }, VISIT);
  expect(applicationRowSchema.parse(row)).toEqual(row);
  expect(row.respostas).toEqual({ nicho: 'Saúde', equipe: 1500.5, canais: ['site', 'loja'] });
});

test('cuts long answers to the limit of all answers together', () => {
  const asked = Array.from({ length: 10 }, (_, place) => ask('longText', `p${place}`));
  const typed = Object.fromEntries(asked.map(({ key }) => [key, '\u{1f600}'.repeat(2000)]));
  const row = makeApplicationRow(ID, [...QUESTIONS, ...asked], { ...DATA, ...typed }, VISIT);
  expect(applicationRowSchema.safeParse(row).success).toBe(true);
  expect(countBytes(row.respostas ?? {})).toBeLessThanOrEqual(MAX_ANSWERS_BYTES);
  expect(row.respostas?.p0).toHaveLength(4000);
});

test('makes a draft of the id and the contact fields, without an invalid handle', () => {
  const row = makeDraftRow(ID, DATA);
  expect(applicationDraftRowSchema.parse(row)).toEqual(row);
  expect(Object.keys(row)).toEqual(['id', 'nome', 'email', 'whatsapp', 'instagram']);
  expect(makeDraftRow(ID, { ...DATA, instagram: '@a b' }).instagram).toBe('');
});

test.each([
  ['text', ' \u200b ', 'Preencha este campo'],
  ['longText', '', 'Preencha este campo'],
  ['choice', '', 'Selecione uma opção'],
  ['choices', '', 'Selecione ao menos uma opção'],
  ['number', 'dez', 'Digite um número'],
  ['email', 'ana@souza', 'Email inválido'],
  ['phone', '+55 11', 'Telefone inválido (mínimo 10 dígitos)'],
  ['instagram', '@a b', 'Instagram deve começar com @ (ex: @usuario)'],
] as const)('refuses a required %s of "%s"', (kind, typed, message) => {
  expect(isApplicationAnswerValid(ask(kind), typed)).toBe(false);
  expect(applicationRuleOf(ask(kind)).message).toBe(message);
});

test('requires an answer only if content says so, and checks every answer that is given', () => {
  const optional = (kind: QuestionKind, key?: string) => ({ ...ask(kind, key), required: false });
  expect(isApplicationAnswerValid(optional('text', 'empresa'), '')).toBe(true);
  expect(isApplicationAnswerValid(optional('text', 'empresa'), 'S')).toBe(false);
  expect(isApplicationAnswerValid(optional('number'), 'dez')).toBe(false);
  expect(isApplicationAnswerValid(optional('instagram', 'instagram'), '@')).toBe(true);
  expect(isApplicationAnswerValid(ask('instagram', 'instagram'), '@')).toBe(false);
  expect(isApplicationAnswerValid(ask('longText', 'experiencia_anterior'), '')).toBe(false);
});

test('begins with @ as the handle, and with every other answer empty', () => {
  expect(emptyAnswers([ask('text', 'nome'), ask('instagram', 'perfil')])).toEqual({
    nome: '',
    perfil: '@',
  });
});

test.each([
  ['1.500', 1500],
  ['1.500.000,25', 1_500_000.25],
  ['R$ 1.500,50', 1500.5],
  ['12,5%', 12.5],
  ['12.5', 12.5],
  ['1.50.0', Number.NaN],
  ['dez', Number.NaN],
  ['', Number.NaN],
])('reads "%s" as %d', (text, number) => {
  expect(parseNumber(text)).toBe(number);
});

test.each(['@nãotenho', '@Nao', '@nãouso', '@nao_tenho_instagram', '@nenhum', '@seminsta'])(
  'lets visitors write %s for no profile, and stores it as empty',
  (instagram) => {
    const question: Question = { key: 'instagram', kind: 'instagram', required: false };
    expect(isApplicationAnswerValid(question, instagram)).toBe(true);
    const data = { ...DATA, instagram };
    const row = makeApplicationRow(ID, QUESTIONS, data, VISIT);
    expect(applicationRowSchema.parse(row).instagram).toBe('');
    expect(applicationDraftRowSchema.parse(makeDraftRow(ID, data)).instagram).toBe('');
  },
);

test.each(['@', '@n', '@naotenhomedo', '@nenhumbar', '@nao.da', '@semlimite'])(
  'stores %s as typed',
  (instagram) => {
    const row = makeDraftRow(ID, { ...DATA, instagram });
    expect(applicationDraftRowSchema.parse(row)).toMatchObject({ instagram });
  },
);
