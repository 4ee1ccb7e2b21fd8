import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { queryTables } from '../../../testkit/databases/query-tables.ts';
import { createPasswords } from '../../src/operators/passwords.ts';
import { enroll, OPERATOR, postInvite, startConsole } from '../console/start-console.ts';

type Env = Record<string, string>;
const operator = (env: Env, ...args: string[]) => callCommand('operator', args, env);
const setPassword = (env: Env, password: string) =>
  callCommand('operator', ['add', OPERATOR.email, '--password-stdin'], env, password);

test('adds an operator, who signs in, and resets and removes the operator', async () => {
  await using started = await startConsole({ passwords: createPasswords() });
  const { env } = started;
  const added = await operator(env, 'add', ' Ana@Escola.test');
  expect(added.stdout).toMatch(/^http:\/\/127\.0\.0\.1:3001\/primeiro-acesso#[\w-]{32}\n$/);
  const token = added.stdout.trim().split('#')[1];
  const accepted = await postInvite(started.address, { token, password: OPERATOR.password });
  expect(accepted.status).toBe(200);
  const { client } = await enroll(started);
  await started.makeOperatorLink('bia@escola.test');
  expect((await operator(env, 'list')).stdout).toMatch(
    /ana@escola\.test .* Proprietário .* sim\n1 operador\nLink aberto até \d\d\/\d\d\/\d{4} [\d:]{8}: bia@escola\.test\n$/,
  );

  expect(await operator(env, 'reset-mfa', OPERATOR.email)).toMatchObject({ code: 0, stderr: '' });
  expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
  const again = await started.client().signInWithPassword(OPERATOR);
  expect(again.data.user?.factors).toEqual([]);

  expect(await setPassword(env, 'um outro girassol\n')).toMatchObject({ code: 0, stderr: '' });
  const oldPassword = await started.client().signInWithPassword(OPERATOR);
  expect(oldPassword.error?.code).toBe('invalid_credentials');
  const newPassword = { email: OPERATOR.email, password: 'um outro girassol' };
  expect((await started.client().signInWithPassword(newPassword)).error).toBeNull();

  const last = await operator(env, 'remove', OPERATOR.email);
  expect([last.code, last.stderr]).toEqual([1, expect.stringContaining('único proprietário')]);
  const demoted = await operator(env, 'add', OPERATOR.email, '--papel', 'manager');
  expect([demoted.code, demoted.stderr]).toEqual([1, expect.stringContaining('único')]);
  const bia = ['add', 'bia@escola.test', '--papel=owner', '--password-stdin'];
  await callCommand('operator', bia, env, 'girassol no telhado');
  expect(await operator(env, 'add', OPERATOR.email, '--papel', 'manager')).toMatchObject({
    code: 0,
  });
  expect(await operator(env, 'remove', OPERATOR.email)).toMatchObject({ code: 0, stderr: '' });
  expect((await started.client().signInWithPassword(newPassword)).error).not.toBeNull();
  // The lines of refused passwords are written after the response, so their order varies.
  const trail = await queryTables(env)(
    "select action from funil.audit where action <> 'password.refused' order by id",
  );
  expect(trail.map(({ action }) => action)).toEqual([
    ...['operator.invited', 'operator.joined', 'session.opened', 'factor.verified'],
    ...['operator.factors-reset', 'session.opened', 'operator.password-set', 'session.opened'],
    ...['operator.password-set', 'operator.role-changed', 'operator.invited', 'operator.removed'],
  ]);
});

test('prints links with the console’s address, and explains a mistake in a sentence', async () => {
  await using started = await startConsole();
  const env = { ...started.env, CONSOLE_URL: 'https://console.escola.test' };
  const { stdout } = await operator(env, 'add', OPERATOR.email);
  expect(stdout).toMatch(/^https:\/\/console\.escola\.test\/primeiro-acesso#/);
  const firstLine = async (run: ReturnType<typeof operator>) => (await run).stderr.split('\n')[0];
  expect(await firstLine(operator(env, 'add', 'ana'))).toBe('“ana” não é um endereço de e-mail.');
  expect(await firstLine(operator(env, 'remove', 'x@escola.test'))).toContain('Não há operador');
  expect(await firstLine(operator(env, 'add', 'x@escola.test', '--papel', 'manager'))).toContain(
    'O primeiro operador é o proprietário',
  );
  expect(await firstLine(setPassword(env, 'curta'))).toContain('de 10 a 256 caracteres');
});
