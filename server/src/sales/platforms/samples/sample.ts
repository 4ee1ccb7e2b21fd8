import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptNotice } from '../../notice.ts';
import type { Platform, Postback } from '../platform.ts';
import { finishProof } from '../proof.ts';

/** The bytes of a sample notice, such as `hotmart/approved`. The people in it are invented. */
export const sample = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, `${name}.json`));

/** The same as the ledger keeps it, received on 21 November 2026. */
export const kept = (
  name: string,
  headers: KeptNotice['headers'] = {},
  change: (text: string) => string = (text) => text,
): KeptNotice => ({
  headers,
  body: Buffer.from(change(sample(name).toString())),
  receivedAt: '2026-11-21T12:00:00.000Z',
});

/** The verdict on a notice that has arrived in full. */
export const proofOf = (platform: Platform, postback: Postback, secret: string) =>
  finishProof(platform.prove(postback, secret), postback.body);
