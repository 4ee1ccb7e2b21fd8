import type { ButtonClick } from '@funil/contract/capture/journey';
import { UTM_FIELDS } from '@funil/contract/capture/utm';
import { OPTIONAL_LEAD_RULES, type OptionalLeadField } from '@funil/contract/contacts/lead-rules';
import { readAnswers } from '@funil/contract/contacts/questions/answers';
import type { Answers } from '@funil/contract/contacts/questions/question';
import type { Selectable } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import { readPages, toPage } from '../store/queries/read-pages.ts';

export const isOptionalLeadField = (field: string): field is OptionalLeadField =>
  Object.hasOwn(OPTIONAL_LEAD_RULES, field);
export const OPTIONAL_LEAD_FIELDS: readonly OptionalLeadField[] =
  Object.keys(OPTIONAL_LEAD_RULES).filter(isOptionalLeadField);

export const LEAD_ROW_COLUMNS = [
  'id',
  'idempotency_key',
  'created_at',
  'nome',
  'telefone',
  ...UTM_FIELDS,
  'botoes_clicados',
  'tempo_jornada_segundos',
  'paginas_visitadas',
  'origem_timestamp',
  'suspect',
  ...OPTIONAL_LEAD_FIELDS,
  'respostas' as const,
] as const;

/** Timestamps are ISO texts in UTC. */
export type StoredLead = Selectable<Pick<Tables['leads'], (typeof LEAD_ROW_COLUMNS)[number]>>;

export interface Lead extends Omit<StoredLead, 'botoes_clicados' | 'respostas'> {
  botoes_clicados: ButtonClick[];
  respostas: Answers;
}

export const readClicks = (stored: string): ButtonClick[] => JSON.parse(stored);

const LEADS_PER_PAGE = 1_000;

export const readLeads = (database: Database) =>
  readPages(async (last: Lead | null) => {
    const rows = await database
      .selectFrom('leads')
      .select(LEAD_ROW_COLUMNS)
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .limit(LEADS_PER_PAGE)
      .execute();
    const leads = rows.map((row) => ({
      ...row,
      botoes_clicados: readClicks(row.botoes_clicados),
      respostas: readAnswers(row.respostas),
    }));
    return toPage(leads, LEADS_PER_PAGE);
  });
