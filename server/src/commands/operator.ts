import { ROLE_NAMES } from '@funil/contract/console/roles';
import { emailKey } from '@funil/contract/person';
import { z } from 'zod';
import { findAccount, removeAccount } from '../operators/accounts.ts';
import { recordAudit } from '../operators/audit.ts';
import { makeLink } from '../operators/links.ts';
import { resetFactors } from '../operators/second-factors.ts';
import { listOperators } from './operator/list.ts';
import { giveRole, LAST_OWNER, readRole } from './operator/role.ts';
import { setPasswordFromStdin } from './operator/set-password.ts';
import { defineAction } from './run/actions.ts';
import { type CommandContext, runActions } from './run/command.ts';
import { OperatorError } from './run/operator-error.ts';
import { OPERATOR_OPTIONS } from './run/options.ts';

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

type Context = Pick<CommandContext<Record<string, never>>, 'config' | 'database' | 'print'>;

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
  recordAudit(
    database,
    [{ operator: null, action, subject: { kind: 'operator', key } }],
    Date.now(),
  );

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
