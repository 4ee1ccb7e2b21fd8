import { expect, test } from 'vitest';
import { makeEvent, makeLead } from '../../../testkit/rows.ts';
import { postRows, startApp } from '../../../testkit/start-app.ts';
import { expectProblem } from '../http/expect-problem.ts';

const from = (address: string) => ({ 'x-forwarded-for': address });

test('answers 429 with Retry-After when an address exceeds its limit', async () => {
  await using app = await startApp({ env: { RATE_LIMIT: '2', TRUST_PROXY: '1' } });
  await postRows(app.address, 'leads', makeLead(), from('203.0.113.1'));
  await postRows(app.address, 'jornada', makeEvent(), from('203.0.113.1'));
  const response = await postRows(app.address, 'leads', makeLead(), from('203.0.113.1'));
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectProblem(response, 429, '53400');
  const other = await postRows(app.address, 'leads', makeLead(), from('203.0.113.2'));
  expect(other.status).toBe(201);
  expect((await fetch(`${app.address}/healthz`)).status).toBe(200);
});

test('refuses no visitor by address when a private address stands for all of them', async () => {
  await using app = await startApp({ env: { RATE_LIMIT: '1' } });
  const send = (address: string) => postRows(app.address, 'leads', makeLead(), from(address));
  const answers = [await send('203.0.113.1'), await send('203.0.113.1')];
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
});

test('counts a visitor by the address that the trusted proxy saw, whatever the visitor claims', async () => {
  await using app = await startApp({ env: { RATE_LIMIT: '2', TRUST_PROXY: 'loopback' } });
  const claim = (address: string) =>
    postRows(app.address, 'leads', makeLead(), from(`${address}, 198.51.100.7`));
  const answers = [await claim('1.2.3.1'), await claim('1.2.3.2'), await claim('1.2.3.3')];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 429]);
});

test('counts a visitor by the address alone when a proxy adds the port of the connection', async () => {
  await using app = await startApp({
    env: { RATE_LIMIT: '2', TRUST_PROXY: 'loopback,10.0.0.0/8' },
  });
  const send = (forwarded: string) => postRows(app.address, 'leads', makeLead(), from(forwarded));
  for (const address of ['203.0.113.1', '[2001:db8::1]']) {
    const answers = [
      await send(`${address}:4001`),
      await send(`${address}:4002, 10.0.0.4:80`),
      await send(`${address}:4003`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 429]);
  }
});

test('answers preflights of allowed origins only', async () => {
  await using app = await startApp({ env: { ALLOWED_ORIGINS: 'https://pagina.example' } });
  const sendPreflight = (origin: string) =>
    fetch(`${app.address}/rest/v1/leads`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,content-type,idempotency-key',
      },
    });
  const allowed = await sendPreflight('https://pagina.example');
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://pagina.example');
  expect(allowed.headers.get('access-control-allow-headers')).toContain('idempotency-key');
  const refused = await sendPreflight('https://outra.example');
  expect(refused.headers.get('access-control-allow-origin')).not.toBe('https://outra.example');

  await using closed = await startApp();
  const response = await postRows(closed.address, 'leads', makeLead(), {
    origin: 'https://pagina.example',
  });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});

const beacon = (address: string, headers: Record<string, string>) =>
  fetch(`${address}/rest/v1/jornada?apikey=anon-local`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', ...headers },
    body: JSON.stringify([makeEvent()]),
  });

test('answers 403 to a request of another origin without a preflight, and accepts its own', async () => {
  await using app = await startApp({ env: { ALLOWED_ORIGINS: 'https://pagina.example' } });
  for (const headers of [
    { origin: 'https://outra.example' },
    { origin: 'null' },
    { origin: 'https://outra.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://pagina.example.outra.example' },
    { origin: 'http://pagina.example' },
    { origin: 'rubbish' },
  ]) {
    await expectProblem(await beacon(app.address, headers), 403, '42501');
  }
  const lead = await postRows(app.address, 'leads', makeLead(), { origin: 'null' });
  await expectProblem(lead, 403, '42501');
  expect(app.query('select count(*) as n from jornada')).toEqual([{ n: 0 }]);
  // The own page and allowed origins are accepted, also behind a proxy.
  for (const headers of [
    { origin: app.address },
    { origin: 'https://pagina.example' },
    { origin: 'https://nossa.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://nossa.example', 'x-forwarded-host': 'nossa.example' },
    { origin: 'https://nossa.example', 'x-forwarded-host': 'nossa.example:443, inner' },
  ]) {
    expect((await beacon(app.address, headers)).status).toBe(201);
  }
});

test('logs no visitor input', async () => {
  await using app = await startApp();
  await postRows(app.address, 'leads?marca-segredo', makeLead({ nome: 'marca-segredo' }));
  await postRows(app.address, 'leads', makeLead({ telefone: 'marca-segredo' }));
  await fetch(`${app.address}/marca-segredo?email=marca-segredo`);
  const text = app.log.join('');
  expect(text).toContain('/rest/v1/leads');
  expect(text).not.toContain('marca-segredo');
  for (const line of app.log) expect(() => JSON.parse(line)).not.toThrow();
});
