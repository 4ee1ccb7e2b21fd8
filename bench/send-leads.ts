import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

const CONNECTIONS = 64;

const LEAD = JSON.stringify({
  nome: 'Ana Souza',
  telefone: '(11) 98765-4321',
  utm_source: 'instagram',
  utm_medium: 'social',
  utm_campaign: 'lancamento',
  utm_content: '',
  utm_term: '',
  botoes_clicados: [
    { botao: 'Quero entrar', timestamp: '2026-03-01T12:00:00.000Z', secao: 'hero' },
  ],
  tempo_jornada_segundos: 42,
  paginas_visitadas: 1,
  origem_timestamp: '2026-03-01T12:00:00.000Z',
});

/** Sends leads as fast as 64 connections can, each lead with a key of its own. */
export function sendLeads(url: string, seconds: number): Promise<autocannon.Result> {
  return autocannon({
    url: `${url}/rest/v1/leads`,
    method: 'POST',
    connections: CONNECTIONS,
    duration: seconds,
    headers: { 'content-type': 'application/json', apikey: 'anon-local' },
    body: LEAD,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          headers: { ...request.headers, 'idempotency-key': randomUUID() },
        }),
      },
    ],
  });
}
