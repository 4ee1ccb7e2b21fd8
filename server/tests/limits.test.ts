import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeEvent, makeLead } from '../../testkit/rows.ts';
import { insert, startApp } from '../../testkit/start-app.ts';
import { expectProblem } from './expect-problem.ts';

test('429 beyond the limit of one address, with the time to wait', async () => {
  await using app = await startApp({ env: { RATE_LIMIT: '2' } });
  await insert(app.address, 'leads', makeLead());
  await insert(app.address, 'jornada', makeEvent());
  const answer = await insert(app.address, 'leads', makeLead());
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectProblem(answer, 429, '53400');
  expect((await fetch(`${app.address}/healthz`)).status).toBe(200);
});

test('without a limit nobody is refused', async () => {
  await using app = await startApp({ env: { RATE_LIMIT: '0' } });
  const answer = await insert(app.address, 'leads', makeLead());
  expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
});

test('the address in X-Forwarded-For counts only when a proxy is trusted', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  await using trusting = await startApp({ env: { RATE_LIMIT: '1', TRUST_PROXY: '1' } });
  await insert(trusting.address, 'leads', makeLead(), from('203.0.113.1'));
  const other = await insert(trusting.address, 'leads', makeLead(), from('203.0.113.2'));
  expect(other.status).toBe(201);

  await using wary = await startApp({ env: { RATE_LIMIT: '1' } });
  await insert(wary.address, 'leads', makeLead(), from('203.0.113.1'));
  const same = await insert(wary.address, 'leads', makeLead(), from('203.0.113.2'));
  expect(same.status).toBe(429);
});

test('503 while the data folder cannot be used, and 201 again by itself once it can', async () => {
  await using app = await startApp();
  // A database that is no longer one, as after a failing disk.
  const kept = `${app.dataDir}-kept`;
  await app.store.close();
  renameSync(app.dataDir, kept);
  writeFileSync(app.dataDir, 'in the way');
  const answer = await insert(app.address, 'leads', makeLead());
  expect(answer.headers.get('retry-after')).toBe('5');
  await expectProblem(answer, 503, 'PGRST000');
  expect((await fetch(`${app.address}/readyz`)).status).toBe(503);
  expect((await fetch(`${app.address}/healthz`)).status).toBe(200);

  rmSync(app.dataDir);
  mkdirSync(app.dataDir);
  await expect
    .poll(async () => (await insert(app.address, 'leads', makeLead())).status, { timeout: 15_000 })
    .toBe(201);
});

test('pages of other origins are kept out unless they are allowed', async () => {
  await using app = await startApp({ env: { ALLOWED_ORIGINS: 'https://pagina.example' } });
  const ask = (origin: string) =>
    fetch(`${app.address}/rest/v1/leads`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,content-type,idempotency-key',
      },
    });
  const allowed = await ask('https://pagina.example');
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://pagina.example');
  expect(allowed.headers.get('access-control-allow-headers')).toContain('idempotency-key');
  const refused = await ask('https://outra.example');
  expect(refused.headers.get('access-control-allow-origin')).not.toBe('https://outra.example');

  await using closed = await startApp();
  const answer = await insert(closed.address, 'leads', makeLead(), {
    origin: 'https://pagina.example',
  });
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

const beacon = (address: string, headers: Record<string, string>) =>
  fetch(`${address}/rest/v1/jornada?apikey=anon-local`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', ...headers },
    body: JSON.stringify([makeEvent()]),
  });

test.each([
  { origin: 'https://outra.example' },
  { origin: 'null' },
  { origin: 'https://outra.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://pagina.example.outra.example' },
  { origin: 'http://pagina.example' },
  { origin: 'rubbish' },
])('403 for a request that a browser sends without asking first, from %j', async (headers) => {
  await using app = await startApp({ env: { ALLOWED_ORIGINS: 'https://pagina.example' } });
  await expectProblem(await beacon(app.address, headers), 403, '42501');
  await expectProblem(await insert(app.address, 'leads', makeLead(), headers), 403, '42501');
  expect(app.query('select count(*) as n from jornada')).toEqual([{ n: 0 }]);
});

test.each([
  { origin: 'https://pagina.example' },
  { origin: 'https://nossa.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'https://nossa.example', 'x-forwarded-host': 'nossa.example' },
  { origin: 'https://nossa.example', 'x-forwarded-host': 'nossa.example:443, inner' },
])('201 for our own page and those allowed, also behind a proxy: %j', async (headers) => {
  await using app = await startApp({ env: { ALLOWED_ORIGINS: 'https://pagina.example' } });
  expect((await beacon(app.address, headers)).status).toBe(201);
  expect((await beacon(app.address, { origin: app.address })).status).toBe(201);
});

test('log lines hold nothing a visitor typed', async () => {
  await using app = await startApp();
  await insert(app.address, 'leads?marca-segredo', makeLead({ nome: 'marca-segredo' }));
  await insert(app.address, 'leads', makeLead({ telefone: 'marca-segredo' }));
  await fetch(`${app.address}/marca-segredo?email=marca-segredo`);
  const text = app.log.join('');
  expect(text).toContain('/rest/v1/leads');
  expect(text).not.toContain('marca-segredo');
  for (const line of app.log) expect(() => JSON.parse(line)).not.toThrow();
});
