import { toLocalTime } from '@funil/contract/local-time';
import type { PhoneAndEmail } from '../contacts/find-person.ts';
import { deleteOutboxEventsBefore } from '../deliveries/outbox/erase-events.ts';
import { eraseBuyerFromNotices, eraseBuyerFromSales } from '../erasure/erase-buyer.ts';
import { countBefore, eraseBefore } from '../erasure/erase-old-rows.ts';
import type { ErasedCounts } from '../erasure/erase-person.ts';
import { findOldBuyerSales, findOldNoticesWithoutSale } from '../erasure/find-buyer.ts';
import {
  countErasure,
  findPersonEverywhere,
  planErasure,
  runErasure,
} from '../erasure/person-erasure.ts';
import { ADAPTERS } from '../sales/platforms/adapters.ts';
import { databaseNow } from '../store/clock/database-clock.ts';
import { truncateWriteAheadLog } from '../store/erased-traces.ts';
import { eraseVisitsSeenBefore } from '../visits/open-updater.ts';
import {
  describeCounts,
  describeOtherContacts,
  describeOtherErasures,
  type PersonLine,
  pickKeys,
  readIds,
  renderLines,
  toLines,
} from './forget/lines.ts';
import { type ForgetRequest, readRequest } from './forget/request.ts';
import { askLine, confirmLine } from './run/ask-line.ts';
import { runDatabaseCommand } from './run/command.ts';
import { type DatabaseContext, OperatorError } from './run/definition.ts';
import { FORGET_OPTIONS } from './run/options.ts';

type ForgetContext = DatabaseContext<typeof FORGET_OPTIONS>;

async function confirmErasure({ options, print }: ForgetContext): Promise<boolean> {
  const isConfirmed =
    options.sim || (await confirmLine('Apagar? Não há volta.', NO_TERMINAL_MESSAGE));
  if (!isConfirmed) print('Nada foi apagado.\n');
  return isConfirmed;
}

async function forgetPerson(context: ForgetContext, person: PhoneAndEmail): Promise<void> {
  const { database, config, print } = context;
  const deps = { database, config, adapters: ADAPTERS };
  const personMatches = await findPersonEverywhere(deps, { person, name: '' });
  const lines = toLines(personMatches.rows);
  printLines(context, lines);
  const keys = await pickRows(context, lines);
  const plan = await planErasure(database, personMatches, keys);
  const { counts, outboxEvents, mentions } = await countErasure(database, plan);
  const [sales, notices] = [plan.sales.length, plan.notices.length];
  const otherErasuresText = describeOtherErasures({ sales, notices, outboxEvents, mentions });
  if (describeCounts(counts) === '' && otherErasuresText === '') {
    if (personMatches.rows.length > 0) throw new OperatorError(NO_ROWS_CHOSEN_MESSAGE);
    return print('Nada a apagar: nenhuma linha tem esse contato.\n');
  }
  const chosenRows = personMatches.rows.filter(({ key }) => keys.has(key));
  print(`A apagar: ${describeCounts(counts) || 'nenhuma linha'}\n${otherErasuresText}`);
  print(describeOtherContacts(chosenRows, person));
  if (!(await confirmErasure(context))) return;
  const erasedCounts = await runErasure(deps, plan);
  print(`Apagado: ${describeCounts(erasedCounts) || 'nenhuma linha'}\n${otherErasuresText}`);
}

const NO_TERMINAL_MESSAGE =
  'Nada foi apagado: não há ninguém neste terminal para confirmar. Confira a lista e repita com --sim';

const NO_ROWS_CHOSEN_MESSAGE =
  'Nada foi apagado: nenhuma linha foi escolhida. As que podem ser de outra pessoa só são apagadas com --tambem ID,ID';

function printLines({ print }: ForgetContext, lines: readonly PersonLine[]) {
  const sameLines = lines.filter(({ oldest }) => oldest.same);
  const unsureLines = lines.filter(({ oldest }) => !oldest.same);
  if (sameLines.length > 0) print(`Da pessoa:\n${renderLines(sameLines)}\n`);
  if (unsureLines.length > 0) {
    print(
      `Têm o contato, mas podem ser de outra pessoa. Só são apagadas com --tambem ID,ID:\n${renderLines(unsureLines)}\n`,
    );
  }
}

/** Returns the keys of the rows to erase. At a terminal, the operator may add rows that may be another person's. */
async function pickRows(
  { options }: ForgetContext,
  lines: readonly PersonLine[],
): Promise<Set<string>> {
  let addedIds = readIds(options.tambem);
  const canAsk = !options.sim && addedIds.length === 0 && process.stdin.isTTY;
  if (canAsk && lines.some(({ oldest }) => !oldest.same)) {
    addedIds = readIds(
      await askLine(
        'Apagar também alguma das que podem ser de outra pessoa? (ids, ou Enter)',
        NO_TERMINAL_MESSAGE,
      ),
    );
  }
  return pickKeys(lines, { also: addedIds, without: readIds(options.menos) });
}

async function forgetOld(
  context: ForgetContext,
  storedBefore: Date,
  { tables, includesBuyers }: ForgetRequest,
) {
  const { database, config, print } = context;
  const sales = includesBuyers ? await findOldBuyerSales(database, storedBefore) : [];
  const notices = includesBuyers ? await findOldNoticesWithoutSale(database, storedBefore) : [];
  const buyersText = describeOtherErasures({ sales: sales.length, notices: notices.length });
  const counts: ErasedCounts = { leads: 0, applications: 0, application_drafts: 0, jornada: 0 };
  for (const table of tables) counts[table] = await countBefore(database, table, storedBefore);
  const beforeText = `gravado antes de ${toLocalTime(storedBefore.toISOString())}`;
  if (describeCounts(counts) === '' && buyersText === '') {
    return print(`Nada a apagar: nada foi ${beforeText}.\n`);
  }
  print(`A apagar, ${beforeText}: ${describeCounts(counts) || 'nenhuma linha'}\n${buyersText}`);
  if (!(await confirmErasure(context))) return;
  const erasure = { adapters: ADAPTERS, isRequested: false };
  await eraseBuyerFromSales(database, sales, erasure);
  await eraseBuyerFromNotices(database, notices, erasure);
  // Events are deleted before their rows, so that an interrupted erasure finds the rows again and misses no event.
  const hasApplications = tables.includes('applications') || tables.includes('application_drafts');
  await deleteOutboxEventsBefore(database, storedBefore, [
    ...(tables.includes('leads') ? (['lead'] as const) : []),
    ...(hasApplications ? (['application'] as const) : []),
    ...(includesBuyers ? (['sale'] as const) : []),
  ]);
  const { attributionDays } = config.sales;
  const deps = { database, adapters: ADAPTERS, attributionDays, now: databaseNow };
  for (const table of tables) counts[table] = await eraseBefore(deps, table, storedBefore);
  if (tables.includes('jornada')) await eraseVisitsSeenBefore(config.store, storedBefore);
  print(`Apagado: ${describeCounts(counts) || 'nenhuma linha'}\n${buyersText}`);
}

await runDatabaseCommand({
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
  check: ({ options }) => void readRequest(options, Date.now()),
  async run(context) {
    const { database, options, print } = context;
    const request = readRequest(options, Date.now());
    if (request.person) await forgetPerson(context, request.person);
    if (request.storedBefore) await forgetOld(context, request.storedBefore, request);
    if (!(await truncateWriteAheadLog(database))) {
      print(
        'O arquivo funil.db-wal ainda guarda cópias do apagado: repita o comando daqui a pouco.\n',
      );
    }
  },
});
