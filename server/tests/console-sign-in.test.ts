import { expect, test } from 'vitest';
import { ask, OPERATOR, startConsole } from './start-console.ts';

test('the official client signs in, knows who it is, and signs out', async () => {
  await using started = await startConsole();
  const { id } = await started.addOperator();
  const client = started.client();
  const { data, error } = await client.signInWithPassword(OPERATOR);
  expect(error).toBeNull();
  expect(data.session).toMatchObject({ expires_in: 900, token_type: 'bearer' });
  expect(data.user).toMatchObject({ id, email: 'ana@escola.test', factors: [] });

  const claims = await client.getClaims();
  expect(claims.error).toBeNull();
  expect(claims.data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' });
  expect(claims.data?.claims).toMatchObject({
    sub: id,
    aud: 'authenticated',
    email: 'ana@escola.test',
    aal: 'aal1',
    amr: [{ method: 'password' }],
  });
  expect((await client.getUser()).data.user?.id).toBe(id);
  expect(await client.signOut()).toEqual({ error: null });
  const token = data.session?.access_token ?? '';
  expect(await ask(`${started.address}/auth/v1/user`, { token })).toMatchObject({ status: 401 });
});

test('a session is renewed, and its events are told', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const client = started.client();
  const events: string[] = [];
  client.onAuthStateChange((event) => void events.push(event));
  const first = await client.signInWithPassword(OPERATOR);
  const second = await client.refreshSession();
  expect(second.error).toBeNull();
  expect(second.data.session?.refresh_token).not.toBe(first.data.session?.refresh_token);
  expect((await client.getUser()).error).toBeNull();
  expect(events).toEqual(expect.arrayContaining(['SIGNED_IN', 'TOKEN_REFRESHED']));
});

test('the first operator names himself by the link; it works once, and the others with it are void', async () => {
  await using started = await startConsole();
  const token = await started.makeLink(null);
  const url = `${started.address}/auth/v1/invite`;
  const look = await ask(`${url}/look`, { method: 'POST', body: { token } });
  expect(await look.json()).toMatchObject({ email: null });
  const body = { token, email: ' Ana@Escola.test ', password: OPERATOR.password };
  const made = await ask(url, { method: 'POST', body });
  expect(await made.json()).toMatchObject({ user: { email: 'ana@escola.test' } });
  expect(await ask(url, { method: 'POST', body })).toMatchObject({ status: 404 });
  expect((await started.client().signInWithPassword(OPERATOR)).error).toBeNull();

  const late = await started.makeLink(null);
  const again = await ask(url, { method: 'POST', body: { ...body, token: late } });
  expect(await again.json()).toMatchObject({ error_code: 'invite_not_found' });
});

test('the keys that anybody may read are public ones', async () => {
  await using started = await startConsole();
  const answer = await ask(`${started.address}/auth/v1/.well-known/jwks.json`);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=600');
  const { keys } = await answer.json();
  expect(keys).toEqual([
    {
      kty: 'EC',
      crv: 'P-256',
      alg: 'ES256',
      use: 'sig',
      key_ops: ['verify'],
      kid: expect.any(String),
      x: expect.any(String),
      y: expect.any(String),
    },
  ]);
});
