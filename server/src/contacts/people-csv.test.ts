import { expect, test } from 'vitest';
import { applicationColumns, describeClicks, leadColumns } from './people-csv.ts';

test('describes clicks in order, in local time', () => {
  const clicks = [
    { botao: 'QUERO ENTRAR', timestamp: '2026-03-01T12:00:05.000Z', secao: 'hero' },
    { botao: 'APLICAR', timestamp: '2026-03-02T12:00:05.000Z' },
  ];
  expect(describeClicks(clicks)).toBe(
    '01/03/2026 09:00:05 QUERO ENTRAR (hero) | 02/03/2026 09:00:05 APLICAR',
  );
});

test.each([
  [
    'leads',
    leadColumns(new Map()),
    'id;created_at;nome;telefone;utm_source;utm_medium;utm_campaign;utm_content;utm_term;botoes_clicados;tempo_jornada_segundos;paginas_visitadas;origem_timestamp;suspect;idempotency_key;email;respostas',
  ],
  [
    'applications',
    applicationColumns(new Map()),
    'situacao;etapa;created_at;nome;email;whatsapp;instagram;empresa;cargo;faturamento;cronograma;principais_desafios;objetivos_movimento;orcamento_investimento;experiencia_anterior;utm_source;utm_medium;utm_campaign;utm_content;utm_term;origem_timestamp;tempo_jornada_segundos;paginas_visitadas;suspect;id;respostas',
  ],
])('keeps the titles of the CSV of %s, which sellers’ tools read', (_, columns, titles) => {
  expect(Object.keys(columns).join(';')).toBe(titles);
});
