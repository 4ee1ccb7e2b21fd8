import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  authenticateByAny,
  authenticateByBodyToken,
  authenticateBySignature,
  finishAuthentication,
} from './authentication.ts';

const SECRETS = ['conta-um', 'conta-dois'];
const body = Buffer.from('{"token":"conta-dois"}');
const sign = (secret: string) => createHmac('sha256', secret).update(body).digest('hex');

const bySignature = (given: string) =>
  finishAuthentication(
    authenticateByAny(SECRETS, (secret) =>
      authenticateBySignature(given, { algorithm: 'sha256', secret }),
    ),
    body,
  );

test('accepts a signature by the secret of any account', () => {
  for (const secret of SECRETS) expect(bySignature(sign(secret))).toBe('sha256-body');
  expect(bySignature(sign('conta-um,conta-dois'))).toBeNull();
  // A malformed signature is refused without the body.
  for (const given of ['x', 'x'.repeat(64), sign('conta-um').slice(1)]) {
    const malformed = authenticateByAny(SECRETS, (secret) =>
      authenticateBySignature(given, { algorithm: 'sha256', secret }),
    );
    expect(malformed).toBeNull();
  }
});

test('accepts a body with the token of any account, and nothing without a secret', () => {
  const authenticate = (secrets: readonly string[]) =>
    finishAuthentication(
      authenticateByAny(secrets, (secret) => authenticateByBodyToken('token', secret)),
      body,
    );
  expect(authenticate(SECRETS)).toBe('body');
  expect(authenticate(['conta-um', 'conta-tres'])).toBeNull();
  expect(authenticate([])).toBeNull();
});
