import type { Postgres } from '../../testkit/start-postgres.ts';
import { openCommandDatabase } from './open-command-database.ts';

const LEAD = '019ca7f0-0000-7000-8000-00000000000';
const APPLICATION = '019ca7f0-0000-7000-8000-0000000000aa';

const toInsert = (table: string, row: Record<string, string | number | boolean | null>) => {
  const values = Object.values(row).map((value) =>
    typeof value === 'string' ? `'${value}'` : String(value),
  );
  const columns = Object.keys(row).map((column) => `"${column}"`);
  return `insert into ${table} (${columns.join(', ')}) values (${values.join(', ')})`;
};

const utms = (source: string, content: string) => ({
  utm_source: source,
  utm_medium: 'social',
  utm_campaign: 'lancamento',
  utm_content: content,
  utm_term: '',
});

const toLead = (digit: number, source: string, content: string, created_at: string) =>
  toInsert('leads', {
    idempotency_key: `${LEAD}${digit}`,
    created_at,
    nome: 'Maria da Silva',
    telefone: '(11) 98765-4321',
    ...utms(source, content),
    botoes_clicados: '[]',
    tempo_jornada_segundos: 42,
    paginas_visitadas: 1,
    origem_timestamp: '2026-03-01T12:00:00.000Z',
  });

const toApplication = () =>
  toInsert('applications', {
    id: APPLICATION,
    created_at: '2026-03-02T12:00:00.000Z',
    nome: 'João Pereira',
    email: 'joao@exemplo.com.br',
    whatsapp: '+55 (21) 99876-5432',
    instagram: '@joao.pereira',
    empresa: 'Pereira Consultoria',
    cargo: 'Fundador',
    faturamento: '10k-30k',
    principais_desafios: 'Vender projetos',
    objetivos_movimento: '',
    cronograma: '6meses',
    orcamento_investimento: '',
    experiencia_anterior: '',
    ...utms('google', ''),
    origem_timestamp: '2026-03-01T12:00:00.000Z',
    tempo_jornada_segundos: 300,
    paginas_visitadas: 1,
  });

type Sale = Record<string, string | number | boolean | null>;

function makeSale(sale_key: string, changes: Sale): Sale {
  const begun_at = String(changes.pending_at ?? changes.paid_at);
  return {
    platform: 'hotmart',
    sale_key,
    transaction: sale_key,
    state: 'paid',
    value_cents: 149_710,
    currency: 'BRL',
    product_name: 'Comunidade',
    begun_at,
    is_test: false,
    candidates: 0,
    ...changes,
  };
}

const ofLead = (digit: number, lead_id: number) => ({
  matched_by: 'reference',
  lead_source: 'lead',
  lead_ref: `${LEAD}${digit}`,
  lead_id,
});

/** The sales of a month, and of the days around it. */
const SALES: Sale[] = [
  // Paid in the last second of March in Brasília.
  makeSale('A', { ...ofLead(1, 1), paid_at: '2026-04-01T02:59:59.000Z' }),
  // The first of April.
  makeSale('B', { ...ofLead(1, 1), paid_at: '2026-04-01T03:00:00.000Z' }),
  // Paid in February, given back in March.
  makeSale('C', {
    ...{ ...ofLead(2, 2), state: 'chargeback', value_cents: 29_701 },
    ...{ paid_at: '2026-02-20T12:00:00.000Z', chargeback_at: '2026-03-05T12:00:00.000Z' },
  }),
  // Paid and given back in March.
  makeSale('D', {
    ...{ platform: 'tmb', state: 'refunded', value_cents: 499_799 },
    ...{ matched_by: 'email', lead_source: 'application', lead_ref: APPLICATION },
    ...{ paid_at: '2026-03-03T12:00:00.000Z', refunded_at: '2026-03-20T12:00:00.000Z' },
  }),
  // A boleto still open, and one given up.
  makeSale('E', {
    ...{ ...ofLead(2, 2), state: 'pending', pending_at: '2026-03-30T12:00:00.000Z' },
    ...{ paid_at: null, value_cents: 3 },
  }),
  makeSale('F', {
    ...{ ...ofLead(2, 2), state: 'canceled', paid_at: null },
    ...{ pending_at: '2026-03-10T12:00:00.000Z', canceled_at: '2026-03-13T12:00:00.000Z' },
  }),
  // Nobody known bought; and a lead that has been forgotten since.
  makeSale('G', { paid_at: '2026-03-11T12:00:00.000Z', value_cents: 7 }),
  makeSale('H', { ...ofLead(9, 99), paid_at: '2026-03-11T12:00:00.000Z', value_cents: 11 }),
  // Dollars, and the panel's test.
  makeSale('I', {
    ...{ ...ofLead(1, 1), paid_at: '2026-03-12T12:00:00.000Z' },
    ...{ value_cents: null, currency: 'USD' },
  }),
  makeSale('J', { ...ofLead(1, 1), paid_at: '2026-03-12T12:00:00.000Z', is_test: true }),
];

/** A database with a month's sales, the leads that they came from, and one notice. */
export async function openMonth(kind: string, postgres: Postgres) {
  const database = await openCommandDatabase(kind, postgres);
  const schema = kind === 'PostgreSQL' ? 'funil.' : '';
  const bytes = kind === 'PostgreSQL' ? `'\\x7b7d'` : `x'7b7d'`;
  const digest = kind === 'PostgreSQL' ? `sha256('a')` : 'zeroblob(32)';
  const at = (n: number) => `2026-03-0${n}T12:00:00.000Z`;
  await database.execute([
    toLead(1, 'instagram', 'reels', at(1)),
    toLead(2, 'instagram', 'story', at(2)),
    toLead(3, 'instagram', 'story', at(3)),
    toApplication(),
    `insert into ${schema}notices (platform, digest, headers, body, proof)
     values ('hotmart', ${digest}, '{}', ${bytes}, 'hottok')`,
    ...SALES.map((sale) => toInsert(`${schema}sales`, sale)),
  ]);
  return database;
}
