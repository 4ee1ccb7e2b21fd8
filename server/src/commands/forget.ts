import { createInterface } from 'node:readline/promises';
import {
  chooseRows,
  countChoice,
  eraseEventsBefore,
  findKept,
  forgetChoice,
} from '../deliveries/forget-person.ts';
import { type Counts, countBefore, emptyLog, eraseBefore } from '../leads/people/erase-person.ts';
import type { Person } from '../leads/people/find-person.ts';
import { toLocalTime } from '../output/local-time.ts';
import { eraseBuyerFromNotices, eraseBuyerFromSales } from '../sales/erase-buyer.ts';
import { findOldBuyerSales, findOldNoticesWithoutSale } from '../sales/find-buyer.ts';
import { PLATFORMS } from '../sales/platforms/platforms.ts';
import { eraseVisitsSeenBefore } from '../visits/open-updater.ts';
import {
  describeBought,
  describeCounts,
  describeMentions,
  describeTold,
  type Line,
  listLines,
  listOtherContacts,
  pickKeys,
  readIds,
  toLines,
} from './forget/lines.ts';
import { type ForgetRequest, readRequest } from './forget/request.ts';
import { runCommand } from './run/command.ts';
import { type CommandContext, OperatorError } from './run/definition.ts';
import { FORGET_OPTIONS } from './run/options.ts';

/**
 * Asks the person at the terminal for a line; an ended input is an empty one.
 * @throws OperatorError where nobody is there to answer
 */
async function askLine(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new OperatorError(
      'Nada foi apagado: não há ninguém neste terminal para confirmar. Confira a lista e repita com --sim',
    );
  }
  const dialogue = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => dialogue.once('close', () => resolve('')));
  const answer = await Promise.race([dialogue.question(`${question} `), ended]);
  dialogue.close();
  return answer.trim();
}

/** Asks the person at the terminal; anything but a yes is a no. */
const ask = async (question: string): Promise<boolean> =>
  /^s(im)?$/i.test(await askLine(`${question} [s/N]`));

type Context = CommandContext<typeof FORGET_OPTIONS>;

async function confirm({ words, print }: Context): Promise<boolean> {
  if (words.isSet('sim') || (await ask('Apagar? Não há volta.'))) return true;
  print('Nada foi apagado.\n');
  return false;
}

async function forgetPerson(context: Context, person: Person): Promise<void> {
  const { database, config, print } = context;
  const parts = { database, store: config.store, adapters: PLATFORMS };
  const kept = await findKept(parts, { person, name: '' });
  const lines = toLines(kept.rows);
  printLines(context, lines);
  const keys = await pickRows(context, lines);
  const choice = await chooseRows(database, kept, keys);
  const { counts, outboxEvents, mentions } = await countChoice(database, choice);
  const bought =
    describeBought(choice.sales.length, choice.notices.length) +
    describeTold(outboxEvents) +
    describeMentions(mentions);
  if (describeCounts(counts) === '' && bought === '') {
    if (kept.rows.length === 0) print('Nada a apagar: nenhuma linha tem esse contato.\n');
    else throw new OperatorError(NOTHING_CHOSEN);
    return;
  }
  const taken = kept.rows.filter(({ key }) => keys.has(key));
  print(
    `A apagar: ${describeCounts(counts) || 'nenhuma linha'}\n${bought}${listOtherContacts(taken, person)}`,
  );
  if (!(await confirm(context))) return;
  const erased = await forgetChoice(parts, choice);
  print(`Apagado: ${describeCounts(erased) || 'nenhuma linha'}\n${bought}`);
}

const NOTHING_CHOSEN =
  'Nada foi apagado: as linhas com esse contato se contradizem e podem ser de pessoas diferentes. Escolha as da pessoa: --tambem ID,ID';

function printLines({ print }: Context, lines: readonly Line[]) {
  const [same, others] = [true, false].map((isSame) =>
    lines.filter(({ first }) => first.same === isSame),
  );
  if (same?.length) print(`Da pessoa:\n${listLines(same)}\n`);
  if (others?.length) {
    print(
      `Têm o contato, mas podem ser de outra pessoa. Só são apagadas com --tambem ID,ID:\n${listLines(others)}\n`,
    );
  }
}

/** The rows to erase; at a terminal the operator may still add some that may be another person's. */
async function pickRows({ words }: Context, lines: readonly Line[]): Promise<Set<string>> {
  const also = readIds(words.text('tambem'));
  const without = readIds(words.text('menos'));
  const isAsked = !words.isSet('sim') && also.length === 0 && process.stdin.isTTY;
  if (isAsked && lines.some(({ first }) => !first.same)) {
    also.push(
      ...readIds(
        await askLine('Apagar também alguma das que podem ser de outra pessoa? (ids, ou Enter)'),
      ),
    );
  }
  return pickKeys(lines, { also, without });
}

async function forgetOld(context: Context, age: Date, { tables, buyers }: ForgetRequest) {
  const { database, print } = context;
  const sales = buyers ? await findOldBuyerSales(database, age) : [];
  const notices = buyers ? await findOldNoticesWithoutSale(database, age) : [];
  const bought = describeBought(sales.length, notices.length);
  const counts: Counts = { leads: 0, applications: 0, application_drafts: 0, jornada: 0 };
  for (const table of tables) counts[table] = await countBefore(database, table, age);
  const since = `gravado antes de ${toLocalTime(age.toISOString())}`;
  if (describeCounts(counts) === '' && bought === '') {
    return print(`Nada a apagar: nada foi ${since}.\n`);
  }
  print(`A apagar, ${since}: ${describeCounts(counts) || 'nenhuma linha'}\n${bought}`);
  if (!(await confirm(context))) return;
  await eraseBuyerFromSales(database, sales, PLATFORMS);
  await eraseBuyerFromNotices(database, notices, PLATFORMS);
  for (const table of tables) counts[table] = await eraseBefore(database, table, age);
  if (tables.includes('jornada')) await eraseVisitsSeenBefore(context.config.store, age);
  await eraseEventsBefore(database, age, [
    ...(tables.includes('leads') ? (['lead'] as const) : []),
    ...(tables.includes('applications') || tables.includes('application_drafts')
      ? (['application'] as const)
      : []),
    ...(buyers ? (['sale'] as const) : []),
  ]);
  print(`Apagado: ${describeCounts(counts) || 'nenhuma linha'}\n${bought}`);
}

await runCommand({
  name: 'forget',
  summary:
    'Apaga uma pessoa, ou o que é mais antigo que um prazo. Mostra o que apagaria e pergunta antes.',
  access: 'write',
  options: FORGET_OPTIONS,
  examples: [
    'npm run forget -- --telefone "(11) 98765-4321"',
    'npm run forget -- --email ana@exemplo.com',
    'npm run forget -- --email ana@exemplo.com --tambem lead-12,venda-hotmart:HP1 --sim',
    'npm run forget -- --mais-antigos 2a',
    'npm run forget -- --mais-antigos 180d --o-que eventos --sim',
  ],
  check(words) {
    readRequest(words, new Date());
  },
  async run(context) {
    const { database, words, print } = context;
    const request = readRequest(words, new Date());
    if (request.person) await forgetPerson(context, request.person);
    if (request.age) await forgetOld(context, request.age, request);
    if (database.dialect === 'sqlite' && !(await emptyLog(database))) {
      print(
        'O arquivo funil.db-wal ainda guarda cópias do apagado: repita o comando daqui a pouco.\n',
      );
    }
  },
});
