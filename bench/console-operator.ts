import { randomUUID } from 'node:crypto';
import { openSession } from '@funil/server/operators/sessions';
import { createKeyring, signToken } from '@funil/server/operators/sign-in/access-token';
import type { Database } from '@funil/server/store/database';

const EMAIL = 'ana@escola.test';

/** An operator with both factors; how a request proves it, and what a browser keeps of it. */
export async function signInOperator(database: Database) {
  const id = randomUUID();
  const row = {
    id,
    email: `${id}.${EMAIL}`,
    password: '$argon2id$of nobody',
    last_sign_in_at: null,
    role: 'owner' as const,
  };
  await database.insertInto('operators').values(row).execute();
  const caller = { address: '127.0.0.1', userAgent: 'bench' };
  const opened = { operatorId: id, method: 'password', caller } as const;
  const session = await openSession(database, opened, Date.now());
  const raise = database.updateTable('operator_sessions').set({ aal: 'aal2' });
  await raise.where('id', '=', session.id).execute();
  const keyring = createKeyring(database, Date.now);
  const proven = { ...session, aal: 'aal2' } as const;
  const { token, expiresAt } = await signToken(keyring, proven, row.email, Date.now());
  return {
    headers: { authorization: `Bearer ${token}` },
    kept: JSON.stringify({
      access_token: token,
      refresh_token: session.refreshToken,
      token_type: 'bearer',
      expires_at: expiresAt,
      expires_in: 900,
      user: { id, email: row.email, aud: 'authenticated', role: 'authenticated', factors: [] },
    }),
  };
}
