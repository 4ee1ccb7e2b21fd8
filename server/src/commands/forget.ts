import { findKept, forgetKept } from '../deliveries/forget-person.ts';
import { eraseToldBefore } from '../deliveries/forget-told.ts';
import { toLocalTime } from '../output/local-time.ts';
import { PLATFORMS } from '../public/postbacks/platforms/platforms.ts';
import { findOldBuyerSales } from '../records/buyer-sales.ts';
import { type Counts, countBefore, emptyLog, eraseBefore } from '../records/erase.ts';
import { forgetBuyer, forgetNotices } from '../records/forget-buyer.ts';
import type { Person } from '../records/people.ts';
import { findOldLooseNotices } from '../records/person-notices.ts';
import { eraseVisitsSeenBefore } from '../records/visits/erase-visits.ts';
import { ask } from './forget/ask.ts';
import { type ForgetRequest, readRequest } from './forget/request.ts';
import {
  describeBought,
  describeCounts,
  describeTold,
  listFound,
  listOtherContacts,
} from './forget/text.ts';
import { type CommandContext, runCommand } from './run/command.ts';
import { FORGET_OPTIONS } from './run/options.ts';

type Context = CommandContext<typeof FORGET_OPTIONS>;

async function confirm({ words, print }: Context): Promise<boolean> {
  if (words.isSet('sim') || (await ask('Apagar? Não há volta.'))) return true;
  print('Nada foi apagado.\n');
  return false;
}

async function forgetPerson(context: Context, person: Person): Promise<void> {
  const { database, config, print } = context;
  const kept = await findKept(database, person);
  const { found, counts, sales, notices, told } = kept;
  const bought = describeBought(sales.length, notices.length) + describeTold(told.length);
  if (describeCounts(counts) === '' && bought === '')
    return print('Nada a apagar: nenhuma linha tem esse contato.\n');
  print(
    `${listFound(found)}\nA apagar: ${describeCounts(counts) || 'nenhuma linha'}\n${bought}${listOtherContacts(kept, person)}`,
  );
  if (!(await confirm(context))) return;
  const erased = await forgetKept({ database, store: config.store, adapters: PLATFORMS }, kept);
  print(`Apagado: ${describeCounts(erased) || 'nenhuma linha'}\n${bought}`);
}

async function forgetOld(context: Context, age: Date, { tables, buyers }: ForgetRequest) {
  const { database, print } = context;
  const sales = buyers ? await findOldBuyerSales(database, age) : [];
  const notices = buyers ? await findOldLooseNotices(database, age) : [];
  const bought = describeBought(sales.length, notices.length);
  const counts: Counts = { leads: 0, applications: 0, application_drafts: 0, jornada: 0 };
  for (const table of tables) counts[table] = await countBefore(database, table, age);
  const since = `gravado antes de ${toLocalTime(age.toISOString())}`;
  if (describeCounts(counts) === '' && bought === '') {
    return print(`Nada a apagar: nada foi ${since}.\n`);
  }
  print(`A apagar, ${since}: ${describeCounts(counts) || 'nenhuma linha'}\n${bought}`);
  if (!(await confirm(context))) return;
  await forgetBuyer(database, sales, PLATFORMS);
  await forgetNotices(database, notices, PLATFORMS);
  for (const table of tables) counts[table] = await eraseBefore(database, table, age);
  if (tables.includes('jornada')) await eraseVisitsSeenBefore(context.config.store, age);
  await eraseToldBefore(database, age, [
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
