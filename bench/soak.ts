// Applies full load for two minutes, or for the given seconds (`node bench/soak.ts 30`), to find leaks of memory and file
// descriptors. Uses DATABASE_URL, or SQLite in a temporary folder.
import { readdirSync, readFileSync } from 'node:fs';
import { Funil } from '../testkit/funil.ts';
import { sendLeads } from './load.ts';

const SECONDS = Number(process.argv[2] ?? 120);
const SAMPLES = 12;

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
const result = await sendLeads(funil.url, SECONDS);
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
