import { type Kysely, sql } from 'kysely';
import type { DialectName, Tables } from '../store/database.ts';

/** Makes a transaction a writer before it reads: SQLite lets nobody write on what he read before another wrote. */
export async function beginWriting(step: Kysely<Tables>, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') {
    // Changes nothing, and is a writer from here on.
    await sql`update delivery_progress set last_number = last_number where source = ''`.execute(
      step,
    );
  }
}
