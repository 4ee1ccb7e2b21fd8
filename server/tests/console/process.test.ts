import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { runQuery } from '../../../testkit/databases/start-postgres.ts';
import { startReceiver } from '../../../testkit/fakes/receiver.ts';
import { findPort } from '../../../testkit/find-port.ts';
import { makeLead } from '../../../testkit/rows.ts';
import { makeFolder, postRows } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { usePostgres } from '../store/open-test-store.ts';
import { ask, OPERATOR, postInvite } from './start-console.ts';

const postgres = await usePostgres();

const FIRST_ACCESS_LINE =
  /Primeiro acesso, uma vez e até amanhã: (http:\/\/\S+)\/primeiro-acesso#(\S+)\n/;

/** Starts the server with its console, which is not built. */
async function start(dataDir: string, env: Record<string, string> = {}) {
  const port = String(await findPort());
  const ownEnv = { DATA_DIR: dataDir, CONSOLE_DIR: `${dataDir}/console`, CONSOLE_PORT: port };
  const server = await startServer({ ...ownEnv, ...env });
  const output = () => expect.poll(() => server.output.stdout);
  return {
    server,
    output,
    port,
    link: () => FIRST_ACCESS_LINE.exec(server.output.stdout)?.[2] ?? '',
  };
}

test('admits the first operator by the printed link, on the console’s own port', async () => {
  using folder = makeFolder();
  const metricsPort = String(await findPort());
  const { server, output, port, link } = await start(folder.path, { METRICS_PORT: metricsPort });
  await using _ends = server;
  await output().toMatch(FIRST_ACCESS_LINE);
  const console = `http://127.0.0.1:${port}`;
  expect(server.output.stdout).toContain(`Painel em ${console}\n`);
  expect(server.output.stdout.indexOf('Funil em')).toBe(0);
  const accepted = await postInvite(console, { ...OPERATOR, token: link() });
  expect(accepted.status).toBe(200);
  const { access_token: token } = await accepted.json();

  // Neither listener answers the other's routes.
  for (const path of [
    '/auth/v1/user',
    '/auth/v1/.well-known/jwks.json',
    '/console/v1/account/sessions',
  ]) {
    const foreign = await ask(`${server.address}${path}`, { token });
    expect([404, 503]).toContain(foreign.status);
    expect(await foreign.text()).not.toContain('ana@escola.test');
  }
  expect((await postInvite(server.address, { ...OPERATOR, token: link() })).status).toBe(404);
  expect((await postRows(console, 'leads', makeLead())).status).toBe(404);
  for (const path of ['/readyz', '/healthz', '/postbacks/hotmart']) {
    expect((await ask(`${console}${path}`)).status).toBe(503);
  }
  expect((await postRows(server.address, 'leads', makeLead())).status).toBe(201);

  const { email } = OPERATOR;
  for (const password of ['errada errada', OPERATOR.password]) {
    await ask(`${console}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      body: { email, password },
    });
  }
  const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  await expect.poll(metrics).toContain('sign_ins_total{step="password",outcome="ok"} 1');
  expect(await metrics()).toContain('sign_ins_total{step="password",outcome="refused"} 1');

  expect(await server.stop()).toBe(0);
  expect(server.output.stderr).not.toContain('"level":"error"');
});

test('waits while PostgreSQL takes no writes, and names it at a sign-in', async () => {
  using folder = makeFolder();
  const url = await postgres.createDatabase();
  const name = new URL(url).pathname.slice(1);
  const allowWrites = (isAllowed: boolean) =>
    runQuery(
      url,
      `alter database ${name} set default_transaction_read_only = ${isAllowed ? 'off' : 'on'};
       select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
      'set default_transaction_read_only = off',
    );
  await allowWrites(false);
  const { server, output, port, link } = await start(folder.path, { DATABASE_URL: url });
  await using _ends = server;
  await expect
    .poll(() => server.output.stderr)
    .toMatch(/the console cannot open the database|its thread crashed/);
  expect(server.output.stderr).not.toContain('its thread crashed');
  await allowWrites(true);
  await output().toMatch(FIRST_ACCESS_LINE);
  const console = `http://127.0.0.1:${port}`;
  const { access_token: token } = await (
    await postInvite(console, { ...OPERATOR, token: link() })
  ).json();
  await allowWrites(false);
  const signIn = async () => {
    const url = `${console}/auth/v1/token?grant_type=password`;
    return (await (await ask(url, { method: 'POST', body: OPERATOR })).json()).error_code;
  };
  await expect.poll(signIn).toBe('database_read_only');
  expect((await ask(`${console}/auth/v1/user`, { token })).status).toBe(200);
});

test('keeps the console closed with another key, until reset-mfa accepts this server’s key', async () => {
  using folder = makeFolder();
  const env = { DATA_DIR: folder.path };
  const keyFile = join(folder.path, 'secrets.key');
  {
    const { server, output, port, link } = await start(folder.path);
    await using _ends = server;
    await output().toMatch(FIRST_ACCESS_LINE);
    expect(
      (await postInvite(`http://127.0.0.1:${port}`, { ...OPERATOR, token: link() })).status,
    ).toBe(200);
  }
  writeFileSync(keyFile, 'estragada');
  const { server, output, port } = await start(folder.path);
  await using _ends = server;
  await output().toContain(`O painel está desligado: a chave em ${keyFile} está estragada`);
  rmSync(keyFile);
  await output().toContain('não é a do banco de dados. Ponha nele a chave de antes');
  expect((await postRows(server.address, 'leads', makeLead())).status).toBe(201);
  const doctor = await callCommand('doctor', [], { ...env, CONSOLE_PORT: port });
  expect(doctor.stdout).toContain('npm run operator -- reset-mfa EMAIL');

  const reset = await callCommand('operator', ['reset-mfa', OPERATOR.email], env);
  expect(reset).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('A chave deste servidor passou a ser a do painel'),
  });
  await output().toContain(`Painel em http://127.0.0.1:${port}\n`);
  const signedIn = await ask(`http://127.0.0.1:${port}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    body: OPERATOR,
  });
  expect(signedIn.status).toBe(200);
});

test('serves the page when the console’s port is taken', async () => {
  await using taken = await startReceiver();
  using folder = makeFolder();
  const env = { DATA_DIR: folder.path, CONSOLE_PORT: String(taken.port) };
  await using server = await startServer(env);
  await expect
    .poll(() => server.output.stdout)
    .toContain(
      `CONSOLE_PORT ${taken.port} não podem ser usados (EADDRINUSE). A página continua no ar.`,
    );
  expect((await postRows(server.address, 'leads', makeLead())).status).toBe(201);
  expect(server.output.stdout).not.toMatch(FIRST_ACCESS_LINE);
  expect(await server.stop()).toBe(0);
});
