import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type ReceivedRequest, startReceiver } from './receiver.ts';

interface ReceivedPush {
  readonly subscription: string;
  readonly topic: string;
  readonly ttl: number;
  readonly urgency: string;
  readonly message: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly at: number;
}

interface Subscription {
  readonly keys: ECDH;
  readonly auth: Buffer;
}

const KEY_BYTES = 65;
const SALT_BYTES = 16;
const TAG_BYTES = 16;

const derive = (secret: Uint8Array, salt: Uint8Array, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Source: RFC 8188, 2.1 (header: salt, record size, key id) and 2.2; RFC 8291, 3.4 (keys), 4 (a single record). */
function decrypt(body: Buffer, { keys, auth }: Subscription): string {
  const salt = body.subarray(0, SALT_BYTES);
  const recordSize = body.readUInt32BE(SALT_BYTES);
  const idLength = body.readUInt8(SALT_BYTES + 4);
  const sender = body.subarray(SALT_BYTES + 5, SALT_BYTES + 5 + idLength);
  const record = body.subarray(SALT_BYTES + 5 + idLength);
  if (idLength !== KEY_BYTES) throw new Error('the key id is no public key');
  if (record.length > recordSize) throw new Error('more than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = derive(keys.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(
    record.subarray(-TAG_BYTES),
  );
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) {
    throw new Error('the last record is not delimited');
  }
  return padded.subarray(0, end).toString();
}

/** Verifies a server's token, and returns its claims. Source: RFC 8292, 2 (claims) and 3 (`vapid` with t and k). */
function readVapid(header: string | undefined, audience: string) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header ?? '') ?? [];
  const [head = '', payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((n) => n.toString('base64url'));
  if (point.length !== KEY_BYTES || !x || !y) throw new Error('k is no public key');
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('the token is not signed by k');
  const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const lifetime = Number(claims.exp) - Date.now() / 1_000;
  if (claims.aud !== audience) throw new Error(`aud is ${claims.aud}`);
  if (!(lifetime > 0 && lifetime <= 86_400)) throw new Error('exp is not within a day');
  if (!/^(https|mailto):/.test(String(claims.sub))) throw new Error('sub names nobody');
  return { claims, key };
}

/**
 * Checks TTL, Urgency and Topic (RFC 8030, 5.2 to 5.4), decrypts each push and verifies its sender. A wrong request
 * gets 400 and the error.
 */
export async function startPushService() {
  const subscriptions = new Map<string, Subscription>();
  const received: ReceivedPush[] = [];
  const errors: string[] = [];
  let status: number | null = null;

  function receive(response: ServerResponse, { path, headers, bytes }: ReceivedRequest) {
    const id = path.split('/').at(-1) ?? '';
    const subscription = subscriptions.get(id);
    if (!subscription) return response.writeHead(404).end('unknown subscription');
    if (status !== null) return response.writeHead(status).end();
    try {
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm');
      const ttl = Number(headers.ttl);
      if (!Number.isInteger(ttl) || ttl < 0) throw new Error('no TTL');
      const topic = String(headers.topic ?? '');
      if (!/^[\w-]{0,32}$/.test(topic)) throw new Error('the topic is too long');
      const { claims } = readVapid(headers.authorization, address);
      const text = decrypt(bytes, subscription);
      const urgency = String(headers.urgency ?? '');
      const message: Record<string, unknown> = JSON.parse(text);
      received.push({ subscription: id, topic, ttl, urgency, message, claims, at: Date.now() });
    } catch (error) {
      errors.push(String(error));
      return response.writeHead(400).end(String(error));
    }
    return response.writeHead(201, { location: `${address}/m/${randomUUID()}` }).end();
  }

  const receiver = await startReceiver(receive);
  const { address } = receiver;
  return {
    address,
    received,
    errors,
    /** Makes the service answer every push with a status; null for the status that the RFC demands. */
    answer(next: number | null) {
      status = next;
    },
    /** Subscribes a browser, as its `PushManager` does. */
    subscribe() {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = randomBytes(16);
      const id = randomUUID();
      subscriptions.set(id, { keys, auth });
      return {
        endpoint: `${address}/p/${id}`,
        p256dh: keys.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      };
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}
