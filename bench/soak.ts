// Full load for two minutes (or so many seconds: `node bench/soak.ts 30`): is memory flat, does any
// descriptor leak? With DATABASE_URL on that PostgreSQL, else on an embedded database of its own.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { Funil } from '../e2e/funil.ts';

const SECONDS = Number(process.argv[2] ?? 120);
const SAMPLES = 12;
const CONNECTIONS = 64;

const LEAD = JSON.stringify({
  nome: 'Ana Souza',
  telefone: '(11) 98765-4321',
  utm_source: 'instagram',
  utm_medium: 'social',
  utm_campaign: 'lancamento',
  utm_content: '',
  utm_term: '',
  botoes_clicados: [],
  tempo_jornada_segundos: 42,
  paginas_visitadas: 1,
  origem_timestamp: '2026-03-01T12:00:00.000Z',
});

function sample(pid: number, start: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    seconds: Math.round((performance.now() - start) / 1000),
    'memory MB': Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}

const { DATABASE_URL } = process.env;
await using funil = new Funil({
  env: { RATE_LIMIT: '1000000000', ...(DATABASE_URL && { DATABASE_URL }) },
});
await funil.start();
const start = performance.now();
const samples = [sample(funil.pid, start)];
const timer = setInterval(() => samples.push(sample(funil.pid, start)), (SECONDS * 1000) / SAMPLES);
const result = await autocannon({
  url: `${funil.url}/rest/v1/leads`,
  method: 'POST',
  connections: CONNECTIONS,
  duration: SECONDS,
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
clearInterval(timer);
await new Promise((resolve) => setTimeout(resolve, 2000));
samples.push(sample(funil.pid, start));
console.table(samples);
console.table({
  'leads/s': result.requests.average,
  'p99 ms': result.latency.p99,
  leads: result['2xx'],
  'not stored': result.non2xx + result.errors,
});
await funil.stop();
