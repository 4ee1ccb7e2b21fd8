import { createHash } from 'node:crypto';
import type { RawNotice } from '../store/capture-store.ts';
import type { Platform, Postback } from './platforms/platform.ts';

/** A proved notice as the ledger keeps it: the body whole, of the headers what reading needs. */
export function toRawNotice(platform: Platform, postback: Postback, proof: string): RawNotice {
  const { headers, body } = postback;
  const kept = platform.keptHeaders.map((name) => [name, headers[name]?.slice(0, 200)]);
  const digest = createHash('sha256').update(body);
  const sandbox = platform.sandboxHeader && headers[platform.sandboxHeader];
  if (sandbox) digest.update(`\n${sandbox.trim().toLowerCase()}`);
  return {
    platform: platform.name,
    digest: digest.digest(),
    headers: JSON.stringify(Object.fromEntries(kept)).replaceAll('\\u0000', ''),
    body,
    proof,
  };
}
