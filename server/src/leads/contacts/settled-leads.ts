import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { DialectName, Tables } from '../../store/database.ts';
import { watchNumbers } from '../../store/postgres/settled-numbers.ts';

/** Finds the id up to which every lead that will ever exist is stored. */
export interface Horizon {
  /** @param last result of the last look; look() never returns less */
  look(step: Kysely<Tables>, last: number): Promise<number>;
}

/** SQLite gives ids in the order of commits; on PostgreSQL an id has to be settled first. */
export function createHorizon(dialect: DialectName): Horizon {
  return dialect === 'sqlite' ? { look: readNewestLead } : watchLeads();
}

async function readNewestLead(step: Kysely<Tables>, last: number): Promise<number> {
  const { rows } = await sql<{ newest: number | null }>`
    select max(id) as newest from leads`.execute(step);
  return rows[0]?.newest ?? last;
}

function watchLeads(): Horizon {
  let transaction: Kysely<Tables> | null = null;
  const numbers = watchNumbers(
    async (text, values) => {
      const query = CompiledQuery.raw(text, [...values]);
      return (await transaction?.executeQuery<Record<string, unknown>>(query))?.rows ?? [];
    },
    ['public.leads_id_seq'],
  );
  return {
    async look(step, last) {
      transaction = step;
      const { settled } = await numbers.look();
      return Math.max(last, settled[0] ?? 0);
    },
  };
}
