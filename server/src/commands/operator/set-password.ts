import { text } from 'node:stream/consumers';
import type { Role } from '@funil/contract/console/roles';
import { type Account, setPassword } from '../../operators/accounts.ts';
import { voidFirstLinks } from '../../operators/links.ts';
import { createPasswords, judgePassword } from '../../operators/passwords.ts';
import type { Database } from '../../store/database.ts';
import { OperatorError } from '../run/operator-error.ts';

interface Parts {
  readonly database: Database;
  print(text: string): void;
  note(text: string): void;
}

const REFUSALS = {
  length: 'A senha precisa de 10 a 256 caracteres.',
  pwned: 'Essa senha é fácil de adivinhar. Use três ou mais palavras, como uma frase curta só sua.',
};

/**
 * Sets the password that is read from the standard input, and makes the operator where there is none.
 * A password among the words of a call would be seen by every user of the machine.
 */
export async function setPasswordFromStdin(
  { database, print, note }: Parts,
  { email, role }: { email: string; role: Role },
): Promise<Account> {
  if (process.stdin.isTTY) note('Escreva a senha, tecle Enter e depois Ctrl+D.\n');
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  const weakness = await judgePassword(password, email);
  if (weakness) throw new OperatorError(REFUSALS[weakness]);
  const hashed = await createPasswords().hash(password);
  const account = await setPassword(
    database,
    { email, password: hashed, role, caller: null },
    Date.now(),
  );
  await voidFirstLinks(database);
  print(`A senha de ${email} foi gravada; o que estava aberto com a anterior foi encerrado.\n`);
  return account;
}
