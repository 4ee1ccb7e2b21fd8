import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a refresh token says; whether it is true, its session's key tells. */
export interface RefreshClaim {
  readonly sessionId: string;
  /** Which of the session's tokens, from 0. */
  readonly generation: number;
  readonly proof: Uint8Array;
}

const BYTES = { id: 16, generation: 4, proof: 32 };
const LENGTH = BYTES.id + BYTES.generation + BYTES.proof;

/**
 * A session's refresh token of a generation: session, number, and their HMAC-SHA256 by the session's key,
 * in base64url. It can be told again, so that an answer that was lost may be given once more.
 */
export function makeRefreshToken(sessionId: string, generation: number, key: Uint8Array): string {
  const claim = bytesOf(sessionId, generation);
  return Buffer.concat([claim, prove(claim, key)]).toString('base64url');
}

/** Null: no refresh token at all. */
export function readRefreshToken(token: string): RefreshClaim | null {
  if (!/^[\w-]{70}$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== LENGTH) return null;
  return {
    sessionId: toUuid(bytes.subarray(0, BYTES.id)),
    generation: bytes.readUInt32BE(BYTES.id),
    proof: bytes.subarray(BYTES.id + BYTES.generation),
  };
}

/** Whether the session's key made it. */
export const isAuthentic = ({ sessionId, generation, proof }: RefreshClaim, key: Uint8Array) =>
  timingSafeEqual(prove(bytesOf(sessionId, generation), key), proof);

function bytesOf(sessionId: string, generation: number): Buffer {
  const bytes = Buffer.alloc(BYTES.id + BYTES.generation);
  bytes.write(sessionId.replaceAll('-', ''), 'hex');
  bytes.writeUInt32BE(generation, BYTES.id);
  return bytes;
}

const prove = (claim: Uint8Array, key: Uint8Array) =>
  createHmac('sha256', key).update(claim).digest();

const toUuid = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
