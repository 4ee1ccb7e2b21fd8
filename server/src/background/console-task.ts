// The thread that runs one long task of the console; console-work.ts starts it.
import { parentPort, workerData } from 'node:worker_threads';
import type { StoreConfig } from '../config/config.ts';
import type { Forgetting, ReportWanted } from '../console/long-work.ts';
import type { ConsoleTask } from './console-work.ts';

parentPort?.postMessage(await run(workerData as ConsoleTask));

// Each task imports its own code, so that the others' stays out of the thread's memory.
async function run(task: ConsoleTask): Promise<unknown> {
  switch (task.is) {
    case 'forget':
      return forgetPerson(task.store, task.wanted);
    case 'report':
      return readWanted(task.store, task.wanted);
    case 'judge-password': {
      const { judgePassword } = await import('../operators/passwords.ts');
      return judgePassword(task.password, task.email);
    }
    case 'examine': {
      const { examine } = await import('../doctor/examine.ts');
      return examine(process.env);
    }
  }
}

async function forgetPerson(store: StoreConfig, { asked, rows }: Forgetting) {
  const { chooseRows, findKept, forgetChoice, sameRows } = await import(
    '../deliveries/forget-person.ts'
  );
  const { emptyLog } = await import('../leads/people/erase-person.ts');
  const { PLATFORMS } = await import('../sales/platforms/platforms.ts');
  const { openDatabase } = await import('../store/open-database.ts');
  await using database = await openDatabase(store, 'write');
  const parts = { database, store, adapters: PLATFORMS };
  const kept = await findKept(parts, asked);
  const choice = await chooseRows(database, kept, new Set(rows ?? sameRows(kept)));
  const erased = await forgetChoice(parts, choice);
  if (database.dialect === 'sqlite') await emptyLog(database);
  return { ...erased, sales: choice.sales.length, notices: choice.notices.length };
}

async function readWanted(store: StoreConfig, { period, sections }: ReportWanted) {
  const { readReport } = await import('../report/read-report.ts');
  const { openDatabase } = await import('../store/open-database.ts');
  await using database = await openDatabase(store, 'read');
  // Awaited here: the database closes when the function returns.
  return await readReport({ database, period }, sections);
}
