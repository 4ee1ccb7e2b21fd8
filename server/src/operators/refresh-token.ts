import { createHmac } from 'node:crypto';
import type { ServerKeys } from '../settings/secrets-key.ts';
import { formatUuid, referenceOf } from '../store/queries/uuid.ts';

const SESSION_ID_BYTES = 16;
const TOKEN_PAYLOAD_BYTES = 20;

export const signRefreshToken = (payload: Buffer, refreshKey: Uint8Array, serverKeys: ServerKeys) =>
  createHmac('sha256', serverKeys.derive(refreshKey)).update(payload).digest();

/** Derives the session's token, so that a lost response can be repeated although no token is stored. */
export function makeRefreshToken(
  session: { readonly id: string; readonly generation: number; readonly refresh_key: Uint8Array },
  serverKeys: ServerKeys,
): string {
  const payload = Buffer.alloc(TOKEN_PAYLOAD_BYTES);
  payload.write(referenceOf(session.id), 'hex');
  payload.writeUInt32BE(session.generation, SESSION_ID_BYTES);
  const signature = signRefreshToken(payload, session.refresh_key, serverKeys);
  return Buffer.concat([payload, signature]).toString('base64url');
}

/** Reads a token without verifying its signature. Returns null if the token is malformed. */
export function readRefreshToken(token: string) {
  if (!/^[\w-]{70}$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const id = bytes.toString('hex', 0, SESSION_ID_BYTES);
  return {
    sessionId: formatUuid(id),
    generation: bytes.readUInt32BE(SESSION_ID_BYTES),
    payload: bytes.subarray(0, TOKEN_PAYLOAD_BYTES),
    signature: bytes.subarray(TOKEN_PAYLOAD_BYTES),
  };
}
