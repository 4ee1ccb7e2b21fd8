import { type Click, readClicks } from './clicks.ts';
import type { OperatorDatabase } from './database.ts';

/** A lead as it is stored: moments are ISO texts in UTC. */
export interface Lead {
  id: number;
  /** What events and sales call it by. */
  idempotency_key: string | null;
  created_at: string;
  nome: string;
  telefone: string;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_content: string;
  utm_term: string;
  botoes_clicados: Click[];
  tempo_jornada_segundos: number;
  paginas_visitadas: number;
  origem_timestamp: string;
  suspect: string | null;
}

/** All leads, in order of arrival. */
export async function readLeads(database: OperatorDatabase): Promise<Lead[]> {
  const rows = await database
    .selectFrom('leads')
    .select(['id', 'idempotency_key', 'created_at', 'nome', 'telefone'])
    .select(['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'])
    .select(['botoes_clicados', 'tempo_jornada_segundos', 'paginas_visitadas'])
    .select(['origem_timestamp', 'suspect'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, botoes_clicados: readClicks(row.botoes_clicados) }));
}
