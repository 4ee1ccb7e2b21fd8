// The thread in which one person is forgotten; console-work.ts starts it.
import { parentPort, workerData } from 'node:worker_threads';
import { chooseRows, findKept, forgetChoice, sameRows } from '../deliveries/forget-person.ts';
import { emptyLog } from '../leads/people/erase.ts';
import { PLATFORMS } from '../sales/platforms/platforms.ts';
import { openDatabase } from '../store/open-database.ts';
import type { ForgettingData } from './console-work.ts';

const { store, wanted } = workerData as ForgettingData;
await using database = await openDatabase(store, 'write');
const parts = { database, store, adapters: PLATFORMS };
const kept = await findKept(parts, wanted.asked);
const choice = await chooseRows(database, kept, new Set(wanted.rows ?? sameRows(kept)));
const erased = await forgetChoice(parts, choice);
if (database.dialect === 'sqlite') await emptyLog(database);
parentPort?.postMessage({
  ...erased,
  sales: choice.sales.length,
  notices: choice.notices.length,
});
