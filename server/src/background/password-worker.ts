// The thread in which a new password is judged; console-work.ts starts it.
import { parentPort, workerData } from 'node:worker_threads';
import { judgePassword } from '../operators/passwords.ts';
import type { PasswordJudging } from './console-work.ts';

const { password, email } = workerData as PasswordJudging;
parentPort?.postMessage(await judgePassword(password, email));
