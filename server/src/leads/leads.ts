import type { ButtonClick } from '@funil/contract/journey';
import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import type { Database } from '../store/database.ts';

/** A stored lead; timestamps are ISO texts in UTC. */
export interface Lead extends Utms {
  id: number;
  /** The id that events and sales use. */
  idempotency_key: string | null;
  created_at: string;
  nome: string;
  telefone: string;
  botoes_clicados: ButtonClick[];
  tempo_jornada_segundos: number;
  paginas_visitadas: number;
  origem_timestamp: string;
  suspect: string | null;
  /** Null or empty: not known. */
  email: string | null;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Returns the clicks of a stored lead. Rows that were inserted without the contract may contain anything. */
export function readClicks(stored: string): ButtonClick[] {
  const list: unknown = JSON.parse(stored);
  if (!Array.isArray(list)) return [];
  return list.map((item: unknown): ButtonClick => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      return { botao: textOf(item), timestamp: '' };
    }
    const { botao, timestamp, secao } = item as Record<string, unknown>;
    const click = { botao: textOf(botao), timestamp: textOf(timestamp) };
    return secao === undefined || secao === null ? click : { ...click, secao: textOf(secao) };
  });
}

const LEADS_PER_PAGE = 1_000;

/** Yields all leads in the order of their ids, a page at a time. */
export async function* readLeads(database: Database): AsyncGenerator<Lead[]> {
  let last = Number.NEGATIVE_INFINITY;
  for (;;) {
    const rows = await database
      .selectFrom('leads')
      .select(['id', 'idempotency_key', 'created_at', 'nome', 'telefone'])
      .select(UTM_FIELDS)
      .select(['botoes_clicados', 'tempo_jornada_segundos', 'paginas_visitadas'])
      .select(['origem_timestamp', 'suspect', 'email'])
      .$if(Number.isFinite(last), (query) => query.where('id', '>', last))
      .orderBy('id')
      .limit(LEADS_PER_PAGE)
      .execute();
    if (rows.length === 0) return;
    yield rows.map((row) => ({ ...row, botoes_clicados: readClicks(row.botoes_clicados) }));
    const next = rows.at(-1)?.id ?? last;
    // Ids beyond JavaScript's safe integers may not grow, which would repeat the page endlessly.
    if (rows.length < LEADS_PER_PAGE || next <= last) return;
    last = next;
  }
}
