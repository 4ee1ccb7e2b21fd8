// The thread in which a long report is read; console-work.ts starts it.
import { parentPort, workerData } from 'node:worker_threads';
import { readReport } from '../report/read/read-report.ts';
import { openDatabase } from '../store/open-database.ts';
import type { Reporting } from './console-work.ts';

const { store, wanted } = workerData as Reporting;
await using database = await openDatabase(store, 'read');
parentPort?.postMessage(await readReport({ database, period: wanted.period }, wanted.sections));
