import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Where servers on one PostgreSQL tell each other that something was committed; never what. */
export const NEWS_CHANNEL = 'funil_news';

/** Tells whoever watches of a commit; the embedded database tells by itself. */
export async function tellNews(database: Database): Promise<void> {
  if (database.dialect === 'postgres') await sql`notify ${sql.raw(NEWS_CHANNEL)}`.execute(database);
}
