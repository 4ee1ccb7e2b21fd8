import autocannon from 'autocannon';
import { Funil } from '../testkit/funil.ts';
import { sendLeadsSteadily } from './load.ts';
import { summarize, type Table } from './statistics.ts';

const CONNECTIONS = 20;
const BODY = `[${'1,'.repeat(119_000)}1]`;
const SECONDS = 5;
const LEADS_PER_SECOND = 50;

/** Paths that receive notices without a valid proof. */
const FLOODS: Readonly<Record<string, string | null>> = {
  'no flood': null,
  'well-formed signature': `/postbacks/kiwify?signature=${'0'.repeat(40)}`,
  'no signature': '/postbacks/kiwify',
  'token in the body': '/postbacks/ticto',
};

function flood(funil: Funil, path: string) {
  return autocannon({
    url: funil.url + path,
    method: 'POST',
    connections: CONNECTIONS,
    duration: SECONDS + 1,
    body: BODY,
    workers: 1,
  });
}

/** Sends leads at a modest rate while 20 connections send notices of 234 KB without a valid proof. */
export async function benchFloods(rounds: number): Promise<Table> {
  const table: Table = {};
  for (const [name, path] of Object.entries(FLOODS)) {
    const p50: number[] = [];
    const p95: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await using funil = new Funil({ env: { KIWIFY_TOKEN: 'segredo', TICTO_TOKEN: 'segredo' } });
      await funil.start();
      const flooding = path === null ? null : flood(funil, path);
      const load = { url: funil.url, perSecond: LEADS_PER_SECOND, seconds: SECONDS };
      const leads = await sendLeadsSteadily(load);
      await flooding;
      await funil.stop();
      if (leads.failed > 0) throw new Error(`${leads.failed} leads failed`);
      p50.push(leads.p50);
      p95.push(leads.p95);
    }
    table[name] = { 'leads p50 ms': summarize(p50, 1), 'leads p95 ms': summarize(p95, 1) };
  }
  return table;
}
