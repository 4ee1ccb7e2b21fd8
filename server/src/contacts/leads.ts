import type { ButtonClick } from '@funil/contract/journey';
import { UTM_FIELDS } from '@funil/contract/utm';
import type { Selectable } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import { readPages, toPage } from '../store/read-pages.ts';

const LEAD_FIELDS = [
  ...(['id', 'idempotency_key', 'created_at', 'nome', 'telefone'] as const),
  ...UTM_FIELDS,
  ...(['botoes_clicados', 'tempo_jornada_segundos', 'paginas_visitadas'] as const),
  ...(['origem_timestamp', 'suspect', 'email'] as const),
] as const;

/** A stored lead; timestamps are ISO texts in UTC. */
export interface Lead
  extends Omit<Selectable<Pick<Tables['leads'], (typeof LEAD_FIELDS)[number]>>, 'botoes_clicados'> {
  botoes_clicados: ButtonClick[];
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

/** Yields all leads in the order of their ids. */
export const readLeads = (database: Database) =>
  readPages(async (last: Lead | null) => {
    const rows = await database
      .selectFrom('leads')
      .select(LEAD_FIELDS)
      .$if(last !== null, (query) => query.where('id', '>', last?.id ?? 0))
      .orderBy('id')
      .limit(LEADS_PER_PAGE)
      .execute();
    const leads = rows.map((row) => ({ ...row, botoes_clicados: readClicks(row.botoes_clicados) }));
    return toPage(leads, LEADS_PER_PAGE);
  });
