import { text } from 'node:stream/consumers';
import { ROLE_NAMES, ROLES, type Role } from '@funil/contract/console/roles';
import { emailKey } from '@funil/contract/person';
import { z } from 'zod';
import {
  type Account,
  changeRole,
  findAccount,
  hasAccounts,
  listAccounts,
  removeAccount,
  setPassword,
} from '../operators/accounts.ts';
import { recordAudit } from '../operators/audit.ts';
import { listLinks, makeLink, removeFirstOperatorLinks } from '../operators/links.ts';
import { createPasswords, judgePassword } from '../operators/passwords.ts';
import { resetFactors } from '../operators/second-factors.ts';
import { toLocalTime } from '../output/local-time.ts';
import type { Database } from '../store/database.ts';
import { createTable } from './output/table.ts';
import { runActions } from './run/command.ts';
import { type CommandContext, defineAction, OperatorError } from './run/definition.ts';
import { OPERATOR_OPTIONS } from './run/options.ts';

const HEADS = ['e-mail', 'papel', 'desde', 'última entrada', 'segundo fator'];
/** Addresses are shown whole. */
const WIDE = { widest: 254, isNumber: () => false };

/** Who signs in, and whose links are open. */
async function listOperators({
  database,
  print,
}: Pick<Context, 'database' | 'print'>): Promise<void> {
  const accounts = await listAccounts(database);
  const rows = accounts.map(({ email, role, created_at, last_sign_in_at, has_factor }) => [
    email,
    ROLE_NAMES[role],
    toLocalTime(created_at),
    last_sign_in_at === null ? 'nunca' : toLocalTime(last_sign_in_at),
    has_factor ? 'sim' : 'falta',
  ]);
  if (rows.length > 0) print(createTable(HEADS, WIDE)(rows));
  print(`${rows.length} ${rows.length === 1 ? 'operador' : 'operadores'}\n`);
  for (const { email, expiresAt } of await listLinks(database, Date.now())) {
    print(`Link aberto até ${toLocalTime(expiresAt)}: ${email ?? 'o do primeiro acesso'}\n`);
  }
}

const LAST_OWNER =
  'É o único proprietário. Antes, dê esse papel a mais alguém: npm run operator -- add EMAIL --papel owner';

/** The role in `--papel`; undefined if the option is missing. */
function readRole(word: string | undefined): Role | undefined {
  const role = ROLES.find((known) => known === word);
  if (word !== undefined && role === undefined) {
    throw new OperatorError(`--papel é ${ROLES.join(', ')}, e não “${word}”.`);
  }
  return role;
}

/** Returns the role that an operator has from now on; of one who exists it is changed at once. */
async function giveRole(
  database: Database,
  known: Account | null,
  wanted: Role | undefined,
): Promise<Role> {
  if (known) {
    if (wanted === undefined || wanted === known.role) return known.role;
    const outcome = await changeRole(database, { email: known.email, role: wanted });
    if (outcome === 'last-owner') throw new OperatorError(LAST_OWNER);
    return wanted;
  }
  if (await hasAccounts(database)) return wanted ?? 'attendant';
  if (wanted === undefined || wanted === 'owner') return 'owner';
  throw new OperatorError('O primeiro operador é o proprietário: --papel owner, ou sem --papel.');
}

const REFUSALS = {
  length: 'A senha precisa de 10 a 256 caracteres.',
  pwned: 'Essa senha é fácil de adivinhar. Use três ou mais palavras, como uma frase curta só sua.',
};

/**
 * Sets the password that is read from the standard input, and makes the operator where there is none.
 * A password among the words of a call would be seen by every user of the machine.
 */
async function setPasswordFromStdin(
  { database, print, note }: Context,
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
  await removeFirstOperatorLinks(database);
  print(`A senha de ${email} foi gravada; o que estava aberto com a anterior foi encerrado.\n`);
  return account;
}

/** The address that an action was given. */
function emailOf({ word }: { word: string | undefined }): string {
  const read = z
    .email()
    .max(254)
    .safeParse(emailKey(word ?? ''));
  if (!read.success) throw new OperatorError(`“${word}” não é um endereço de e-mail.`);
  return read.data;
}

const unknown = (email: string) =>
  new OperatorError(`Não há operador com o endereço ${email}. Os que há: npm run operator -- list`);

type Context = Pick<
  CommandContext<Record<string, never>>,
  'config' | 'database' | 'print' | 'note'
>;

/** Where the console is reached. */
function addressOf({ config: { console } }: Pick<Context, 'config'>): string {
  const host = console.host === '0.0.0.0' || console.host === '::' ? '127.0.0.1' : console.host;
  return console.url ?? `http://${host.includes(':') ? `[${host}]` : host}:${console.port}`;
}

function refuseForeignSignIn({ config }: Pick<Context, 'config'>) {
  if (config.console.authUrl === null) return;
  throw new OperatorError(
    'Com AUTH_URL, quem entra é do projeto Supabase: crie o usuário lá e ponha o endereço em OPERATORS.',
  );
}

const audit = ({ database }: Context, action: string, key: string) =>
  recordAudit(database, { operator: null, action, subject: { kind: 'operator', key } }, Date.now());

await runActions({
  name: 'operator',
  summary: 'Quem entra no console, e como.',
  actions: {
    add: defineAction({
      help: 'mostra um link, que vale uma vez por 24 h, para criar a senha ou trocá-la; com --papel, muda o papel',
      word: 'EMAIL',
      options: OPERATOR_OPTIONS,
      access: 'write',
      check(words) {
        emailOf(words);
        readRole(words.text('papel'));
      },
      async run(context) {
        refuseForeignSignIn(context);
        const email = emailOf(context.words);
        const known = await findAccount(context.database, email);
        const wanted = readRole(context.words.text('papel'));
        const role = await giveRole(context.database, known, wanted);
        if (known && known.role !== role) await audit(context, 'operator.role-changed', known.id);
        if (context.words.isSet('password-stdin')) {
          const { id } = await setPasswordFromStdin(context, { email, role });
          return audit(context, 'operator.password-set', id);
        }
        const token = await makeLink(context.database, { email, role }, Date.now());
        await audit(context, 'operator.invited', known?.id ?? email);
        context.print(`${addressOf(context)}/primeiro-acesso#${token}\n`);
        context.note(`Para ${email} (${ROLE_NAMES[role]}), uma vez e por 24 horas.\n`);
      },
    }),
    list: defineAction({
      help: 'mostra quem entra, e os links que ainda valem',
      options: {},
      access: 'read',
      run: listOperators,
    }),
    'reset-mfa': defineAction({
      help: 'tira o segundo fator de quem o perdeu; na próxima entrada cadastra outro',
      word: 'EMAIL',
      options: {},
      access: 'write',
      check: emailOf,
      async run(context) {
        const email = emailOf(context.words);
        const account = await findAccount(context.database, email);
        if (!account) throw unknown(email);
        await resetFactors(context.database, account.id, Date.now());
        await audit(context, 'operator.factors-reset', account.id);
        context.print(`${email} está sem segundo fator, e saiu de todo lugar.\n`);
      },
    }),
    remove: defineAction({
      help: 'tira alguém, que sai na hora de todo lugar',
      word: 'EMAIL',
      options: {},
      access: 'write',
      check: emailOf,
      async run(context) {
        const email = emailOf(context.words);
        const account = await findAccount(context.database, email);
        const outcome = await removeAccount(context.database, email);
        if (outcome === 'unknown') throw unknown(email);
        if (outcome === 'last-owner') throw new OperatorError(LAST_OWNER);
        await audit(context, 'operator.removed', account?.id ?? email);
        context.print(`${email} não entra mais.\n`);
      },
    }),
  },
  examples: [
    'npm run operator -- add ana@exemplo.com',
    'npm run operator -- add bia@exemplo.com --papel attendant',
    'npm run operator -- list',
    'npm run operator -- reset-mfa ana@exemplo.com',
  ],
});
