import { expect, test } from 'vitest';
import { applicationDraftRowSchema, applicationRowSchema } from './application.ts';
import { EMPTY_APPLICATION, fitApplication, fitDraft } from './application-rules.ts';

const ID = '01930000-0000-7000-8000-000000000001';
const DATA = {
  ...EMPTY_APPLICATION,
  nome: ' Ana Souza ',
  email: 'ana@souza.com.br',
  whatsapp: '+55 (11) 98765-4321',
  empresa: 'Souza\0 & Filhas',
  cargo: 'sócia \u{1f600}',
  faturamento: '10k-30k',
  principais_desafios: `Ninguém me conhece.${'\u{1f600}'.charAt(0)}`,
  cronograma: '3anos+',
};
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

test('fits an application to its table when fields have characters that no store accepts', () => {
  const row = fitApplication(ID, DATA, VISIT);
  expect(applicationRowSchema.parse(row)).toEqual(row);
  expect(row).toMatchObject({
    id: ID,
    nome: 'Ana Souza',
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
});

test('makes a draft of the id and the contact fields alone', () => {
  const row = fitDraft(ID, DATA);
  expect(applicationDraftRowSchema.parse(row)).toEqual(row);
  expect(Object.keys(row)).toEqual(['id', 'nome', 'email', 'whatsapp', 'instagram']);
});
