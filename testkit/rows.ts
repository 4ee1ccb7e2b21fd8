import { randomUUID } from 'node:crypto';
import type { ApplicationRow } from '@funil/contract/contacts/application';
import type { LeadRow } from '@funil/contract/contacts/lead';

export const makeLead = (changes: Record<string, unknown> = {}) => ({
  nome: 'Maria da Silva',
  telefone: '(11) 98765-4321',
  utm_source: 'instagram',
  utm_medium: 'social',
  utm_campaign: 'lancamento',
  utm_content: '',
  utm_term: '',
  botoes_clicados: [
    { botao: 'QUERO ENTRAR', timestamp: '2026-03-01T12:00:05.000Z', secao: 'hero' },
  ],
  tempo_jornada_segundos: 42,
  paginas_visitadas: 2,
  origem_timestamp: '2026-03-01T12:00:00.000Z',
  ...changes,
});

export const makeDraft = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  nome: 'João Pereira',
  email: 'joao@exemplo.com.br',
  whatsapp: '+55 (21) 99876-5432',
  instagram: '@joao.pereira',
  ...changes,
});

export const makeApplication = (changes: Record<string, unknown> = {}) => ({
  ...makeDraft(),
  empresa: 'Pereira Consultoria',
  cargo: 'Fundador',
  faturamento: '10k-30k',
  principais_desafios: 'Vender projetos de automação com previsibilidade',
  objetivos_movimento: '',
  cronograma: '6meses',
  orcamento_investimento: '',
  experiencia_anterior: '',
  utm_source: 'google',
  utm_medium: 'cpc',
  utm_campaign: '',
  utm_content: '',
  utm_term: '',
  origem_timestamp: '2026-03-01T12:00:00.000Z',
  tempo_jornada_segundos: 300,
  paginas_visitadas: 1,
  ...changes,
});

export const makeEvent = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  session_id: 'a3bb189e-8bf9-4c58-9f3e-0123456789ab',
  name: 'section_view',
  occurred_at: '2026-03-01T12:00:10.000Z',
  secao: 'hero',
  payload: { time_in_view_ms: 1200 },
  utm_source: 'direto',
  utm_medium: 'organico',
  utm_campaign: '',
  utm_content: '',
  utm_term: '',
  lead_ref: null,
  ...changes,
});

export const VISIT = {
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

const FULL_UTMS = {
  utm_source: 'origem-cheia',
  utm_medium: 'meio-cheio',
  utm_campaign: 'campanha-cheia',
  utm_content: 'anuncio-cheio',
  utm_term: 'termo-cheio',
};
const FULL_ANSWERS = { cidade: 'Recife antigo', equipe: 1500.5, canais: ['feira livre', 'loja'] };

/** A lead with a different value in every column. `Required` demands a value for each new column. */
export const FULL_LEAD: Required<LeadRow> = {
  nome: 'Bia Cheia',
  telefone: '(81) 98877-6655',
  email: 'bia@cheia.example',
  respostas: FULL_ANSWERS,
  ...FULL_UTMS,
  botoes_clicados: [{ botao: 'BOTAO CHEIO', timestamp: '2026-03-01T12:00:05.000Z', secao: 'hero' }],
  tempo_jornada_segundos: 4321,
  paginas_visitadas: 87,
  origem_timestamp: '2026-03-01T12:00:00.000Z',
};

export const FULL_APPLICATION: Required<ApplicationRow> = {
  id: '01930000-0000-7000-8000-0000000000aa',
  save_id: '01930000-0000-7000-8000-0000000000ab',
  nome: 'Davi Cheio',
  email: 'davi@cheio.example',
  whatsapp: '+55 (51) 97766-5544',
  instagram: '@davicheio',
  empresa: 'Empresa Cheia',
  cargo: 'Cargo Cheio',
  faturamento: '5k-10k',
  principais_desafios: 'Desafios bem cheios',
  objetivos_movimento: 'Objetivos cheios',
  cronograma: '2anos',
  orcamento_investimento: 'Investimento cheio',
  experiencia_anterior: 'Experiência cheia',
  respostas: FULL_ANSWERS,
  ...FULL_UTMS,
  origem_timestamp: '2026-03-01T12:00:00.000Z',
  tempo_jornada_segundos: 5432,
  paginas_visitadas: 98,
};
