import { randomUUID } from 'node:crypto';

/** Makes a lead as the page sends it. */
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
