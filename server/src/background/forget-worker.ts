// The thread in which one person is forgotten; console-work.ts starts it.
import { parentPort, workerData } from 'node:worker_threads';
import { findKept, forgetKept } from '../deliveries/forget-person.ts';
import { PLATFORMS } from '../public/postbacks/platforms/platforms.ts';
import { emptyLog } from '../records/erase.ts';
import { openDatabase } from '../store/database.ts';
import type { Forgetting } from './console-work.ts';

const { store, person } = workerData as Forgetting;
await using database = await openDatabase(store, 'write');
const kept = await findKept(database, person);
const erased = await forgetKept({ database, store, adapters: PLATFORMS }, kept);
if (database.dialect === 'sqlite') await emptyLog(database);
parentPort?.postMessage({ ...erased, sales: kept.sales.length, notices: kept.notices.length });
