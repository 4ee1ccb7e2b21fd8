import { ROLE_NAMES } from '@funil/contract/console/roles';
import { listAccounts } from '../../operators/accounts.ts';
import { listLinks } from '../../operators/links.ts';
import { toLocalTime } from '../../output/local-time.ts';
import type { Database } from '../../store/database.ts';
import { createTable } from '../output/table.ts';

interface Parts {
  readonly database: Database;
  print(text: string): void;
}

const HEADS = ['e-mail', 'papel', 'desde', 'última entrada', 'segundo fator'];
/** Addresses are shown whole. */
const LOOK = { widest: 254, isNumber: () => false };

/** Who signs in, and whose links are open. */
export async function listOperators({ database, print }: Parts): Promise<void> {
  const accounts = await listAccounts(database);
  const rows = accounts.map(({ email, role, createdAt, lastSignInAt, hasFactor }) => [
    email,
    ROLE_NAMES[role],
    toLocalTime(createdAt),
    lastSignInAt === null ? 'nunca' : toLocalTime(lastSignInAt),
    hasFactor ? 'sim' : 'falta',
  ]);
  if (rows.length > 0) print(createTable(HEADS, LOOK)(rows));
  print(`${rows.length} ${rows.length === 1 ? 'operador' : 'operadores'}\n`);
  for (const { email, expiresAt } of await listLinks(database, Date.now())) {
    print(`Link aberto até ${toLocalTime(expiresAt)}: ${email ?? 'o do primeiro acesso'}\n`);
  }
}
