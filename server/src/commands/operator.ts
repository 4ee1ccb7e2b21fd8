import { text } from 'node:stream/consumers';
import { emailKey } from '@funil/contract/contacts/person';
import { formatQuantity } from '@funil/contract/counts';
import { toLocalTime } from '@funil/contract/local-time';
import { ROLE_NAMES, ROLES, type Role } from '@funil/contract/operators/roles';
import { z } from 'zod';
import { listenerUrl } from '../doctor/probe.ts';
import {
  type Account,
  changeRole,
  createAccountOrSetPassword,
  findAccount,
  hasAccounts,
  listAccounts,
  removeAccount,
} from '../operators/accounts.ts';
import { type AuditEntry, recordAudit } from '../operators/audit.ts';
import {
  listOperatorLinks,
  makeOperatorLink,
  removeFirstOperatorLinks,
} from '../operators/links.ts';
import { createPasswords, judgePassword } from '../operators/passwords.ts';
import { resetFactors } from '../operators/second-factors.ts';
import { removeDataOfLostKey } from '../operators/sign-in/access-token.ts';
import { keyFileOf, loadServerKeys } from '../settings/secrets-key.ts';
import type { Database } from '../store/database.ts';
import { runActions } from './run/command.ts';
import { type DatabaseContext, defineAction, OperatorError } from './run/definition.ts';
import { OPERATOR_OPTIONS, readOptionChoice } from './run/options.ts';
import { createTable } from './run/table.ts';

const OPERATOR_COLUMN_TITLES = ['e-mail', 'papel', 'desde', 'última entrada', 'segundo fator'];

async function printOperators({ database, print }: OperatorContext): Promise<void> {
  const accounts = await listAccounts(database);
  const rows = accounts.map(({ email, role, created_at, last_sign_in_at, has_factor }) => [
    email,
    ROLE_NAMES[role],
    toLocalTime(created_at),
    last_sign_in_at === null ? 'nunca' : toLocalTime(last_sign_in_at),
    has_factor ? 'sim' : 'falta',
  ]);
  if (rows.length > 0) print(createTable(OPERATOR_COLUMN_TITLES, { maxWidth: 254 })(rows));
  print(`${formatQuantity(rows.length, 'operador', 'operadores')}\n`);
  for (const { email, expiresAt } of await listOperatorLinks(database, Date.now())) {
    print(`Link aberto até ${toLocalTime(expiresAt)}: ${email ?? 'o do primeiro acesso'}\n`);
  }
}

const LAST_OWNER_MESSAGE =
  'É o único proprietário. Antes, dê esse papel a mais alguém: npm run operator -- add EMAIL --papel owner';

const readRole = (text: string | undefined) => readOptionChoice('papel', ROLES, text) ?? undefined;

/** Returns the operator's role, after changing it if the operator exists with another one. */
async function assignRole(
  database: Database,
  existing: Account | null,
  role: Role | undefined,
): Promise<Role> {
  if (existing) {
    if (role === undefined || role === existing.role) return existing.role;
    const outcome = await changeRole(database, { email: existing.email, role });
    if (outcome === 'last-owner') throw new OperatorError(LAST_OWNER_MESSAGE);
    return role;
  }
  if (await hasAccounts(database)) return role ?? 'attendant';
  if (role === undefined || role === 'owner') return 'owner';
  throw new OperatorError('O primeiro operador é o proprietário: --papel owner, ou sem --papel.');
}

const PASSWORD_WEAKNESS_MESSAGES = {
  length: 'A senha precisa de 10 a 256 caracteres.',
  pwned: 'Essa senha é fácil de adivinhar. Use três ou mais palavras, como uma frase curta só sua.',
};

/** Reads the password from the standard input, because all users of the machine see a process's arguments. */
async function setPasswordFromStdin(
  { database, print, note }: OperatorContext,
  { email, role }: { email: string; role: Role },
): Promise<Account> {
  if (process.stdin.isTTY) note('Escreva a senha, tecle Enter e depois Ctrl+D.\n');
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  const weakness = await judgePassword(password, email);
  if (weakness) throw new OperatorError(PASSWORD_WEAKNESS_MESSAGES[weakness]);
  const passwordHash = await createPasswords().hash(password);
  const newPassword = { email, passwordHash, role, client: null };
  const account = await database
    .transaction()
    .execute((tables) => createAccountOrSetPassword(tables, newPassword, Date.now()));
  await removeFirstOperatorLinks(database);
  print(`A senha de ${email} foi gravada; o que estava aberto com a anterior foi encerrado.\n`);
  return account;
}

function readEmailOperand({ operand }: { operand: string }): string {
  const emailResult = z.email().max(254).safeParse(emailKey(operand));
  if (!emailResult.success) throw new OperatorError(`“${operand}” não é um endereço de e-mail.`);
  return emailResult.data;
}

async function requireAccount(context: OperatorContext & { operand: string }): Promise<Account> {
  const email = readEmailOperand(context);
  const account = await findAccount(context.database, email);
  if (account) return account;
  throw new OperatorError(
    `Não há operador com o endereço ${email}. Os que há: npm run operator -- list`,
  );
}

type OperatorContext = Pick<
  DatabaseContext<Record<string, never>>,
  'config' | 'database' | 'print' | 'note'
>;

const KEY_ADOPTED_MESSAGE =
  'A chave deste servidor passou a ser a do painel, no lugar da que se perdeu: todos saíram de todo lugar, e o painel abre em segundos. Quem mais tem segundo fator entra com um código de recuperação, ou precisa deste comando. O que estava em Ligações guarda-se de novo.\n';

const auditOperatorChange = (
  { database }: OperatorContext,
  action: AuditEntry['action'],
  key: string,
) =>
  recordAudit(database, { operator: null, action, subject: { kind: 'operator', key } }, Date.now());

const addAction = defineAction({
  help: 'mostra um link, que vale uma vez por 24 h, para criar a senha ou trocá-la; com --papel, muda o papel',
  operand: 'EMAIL',
  options: OPERATOR_OPTIONS,
  access: 'write',
  check(args) {
    readEmailOperand(args);
    readRole(args.options.papel);
  },
  async run(context) {
    const { options } = context;
    const email = readEmailOperand(context);
    const account = await findAccount(context.database, email);
    const role = await assignRole(context.database, account, readRole(options.papel));
    if (account && account.role !== role)
      await auditOperatorChange(context, 'operator.role-changed', account.id);
    if (options['password-stdin']) {
      const { id } = await setPasswordFromStdin(context, { email, role });
      return auditOperatorChange(context, 'operator.password-set', id);
    }
    const token = await makeOperatorLink(context.database, { email, role }, Date.now());
    await auditOperatorChange(context, 'operator.invited', account?.id ?? email);
    const { console } = context.config;
    context.print(`${console.url ?? listenerUrl(console)}/primeiro-acesso#${token}\n`);
    context.note(`Para ${email} (${ROLE_NAMES[role]}), uma vez e por 24 horas.\n`);
  },
});

const listAction = defineAction({
  help: 'mostra quem entra, e os links que ainda valem',
  options: {},
  access: 'read',
  run: printOperators,
});

const resetMfaAction = defineAction({
  help: 'tira o segundo fator de quem o perdeu; na próxima entrada cadastra outro',
  operand: 'EMAIL',
  options: {},
  access: 'write',
  check: readEmailOperand,
  async run(context) {
    const { id, email } = await requireAccount(context);
    const keys = loadServerKeys(context.config);
    if (!keys)
      throw new OperatorError(
        `A chave em ${keyFileOf(context.config)} está estragada, ou não pode ser criada. Ponha de volta o arquivo de antes; se ele se perdeu, apague-o e repita o comando.`,
      );
    if (await removeDataOfLostKey(context.database, keys)) context.note(KEY_ADOPTED_MESSAGE);
    await resetFactors(context.database, id, Date.now());
    await auditOperatorChange(context, 'operator.factors-reset', id);
    context.print(`${email} está sem segundo fator, e saiu de todo lugar.\n`);
  },
});

const removeAction = defineAction({
  help: 'tira alguém, que sai na hora de todo lugar',
  operand: 'EMAIL',
  options: {},
  access: 'write',
  check: readEmailOperand,
  async run(context) {
    const { id, email } = await requireAccount(context);
    const outcome = await removeAccount(context.database, email);
    if (outcome === 'last-owner') throw new OperatorError(LAST_OWNER_MESSAGE);
    await auditOperatorChange(context, 'operator.removed', id);
    context.print(`${email} não entra mais.\n`);
  },
});

await runActions({
  name: 'operator',
  summary: 'Quem entra no painel, e como.',
  actions: { add: addAction, list: listAction, 'reset-mfa': resetMfaAction, remove: removeAction },
  examples: [
    'npm run operator -- add ana@exemplo.com',
    'npm run operator -- add bia@exemplo.com --papel attendant',
    'npm run operator -- list',
    'npm run operator -- reset-mfa ana@exemplo.com',
  ],
});
