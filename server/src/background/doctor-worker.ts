// The thread in which the doctor looks at everything; console-work.ts starts it.
import { parentPort } from 'node:worker_threads';
import { explainTrouble } from '../commands/run/explain-trouble.ts';
import { examine } from '../doctor/examine.ts';

parentPort?.postMessage(
  await examine({ env: process.env, now: Date.now, explain: explainTrouble }),
);
