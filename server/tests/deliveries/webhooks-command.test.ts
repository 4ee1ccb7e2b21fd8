import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { startReceiver } from '../../../testkit/fakes/receiver.ts';
import { openCommandDatabase } from '../commands/open-command-database.ts';
import { headersOf } from './webhook-sender.ts';

/** Creates a database, and runs the command on it. */
async function openWebhooksCommand(
  env: Record<string, string> = { WEBHOOK_ALLOW_PRIVATE: 'true' },
) {
  const opened = await openCommandDatabase();
  return {
    run: (...args: string[]) => callCommand('webhooks', args, { ...opened.env, ...env }),
    query: opened.query,
    execute: opened.execute,
    [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
  };
}

const lineOf = (output: string, name: string) =>
  new RegExp(`^${name}: (.+)$`, 'm').exec(output)?.[1] ?? '';

test('adds, lists, tests, rotates and removes an endpoint', async () => {
  await using command = await openWebhooksCommand();
  await using receiver = await startReceiver((response) => response.end('obrigado'));
  const added = await command.run('add', `${receiver.address}/a`, '--events', 'sale.paid');
  expect(added.code).toBe(0);
  const id = lineOf(added.stdout, 'id');
  const secret = lineOf(added.stdout, 'secret');
  expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);

  const [listed, json, rotated] = await Promise.all([
    command.run('list'),
    command.run('list', '--json', '-'),
    command.run('rotate', id),
  ]);
  expect(listed.stdout).toContain(`${id}  ${receiver.address}/a`);
  expect(listed.stdout).toMatch(/sale\.paid {2}ligado\n1 webhook\n$/);
  expect(JSON.parse(json.stdout)).toEqual([
    {
      id,
      url: `${receiver.address}/a`,
      events: ['sale.paid'],
      created_at: expect.stringMatching(/Z$/),
      off_at: null,
      off_reason: null,
    },
  ]);
  expect(rotated.stdout).toContain('O segredo anterior também vale até ');

  const tested = await command.run('test', id);
  expect(tested).toMatchObject({ code: 0, stderr: '' });
  expect(tested.stdout).toMatch(
    /^sale\.paid: entregue, status 200, \d+ ms, webhook-id \S+\n {2}obrigado\n$/,
  );
  const [request] = await receiver.wait(1);
  for (const valid of [secret, lineOf(rotated.stdout, 'secret')]) {
    const message = new Webhook(valid).verify(request?.body ?? '', headersOf(request?.headers));
    expect(message).toMatchObject({ type: 'sale.paid', data: { version: 1, test: true } });
  }

  const removed = await command.run('remove', id);
  expect(removed).toMatchObject({ code: 0, stdout: `Removido: ${receiver.address}/a\n` });
});

test('replays the lost deliveries of an endpoint, all since a day, or one by its id', async () => {
  await using command = await openWebhooksCommand();
  const id = lineOf((await command.run('add', 'http://127.0.0.1:1/a')).stdout, 'id');
  const [dead, delivered] = [
    '0a0f2c1e-5a3b-4c4d-9e6f-7a8b9c0d1e2f',
    '0b0f2c1e-5a3b-4c4d-9e6f-7a8b9c0d1e2f',
  ];
  const reset = `update deliveries set state = case id when '${dead}' then 'dead' else 'delivered' end,
    attempts = 3, ended_at = '2026-03-01T13:00:00.000Z'`;
  const waiting = "select id, attempts from deliveries where state = 'waiting' order by id";
  await command.execute([
    `insert into outbox_events (type, subject, happened_at, data) values
     ('lead.created', 'lead:1', '2026-03-01T12:00:00.000Z', '{}'),
     ('lead.created', 'lead:2', '2026-03-01T12:00:00.000Z', '{}')`,
    `insert into deliveries (id, event_number, destination, subject) values
     ('${dead}', 1, 'webhook:${id}', 'lead:1'), ('${delivered}', 2, 'webhook:${id}', 'lead:2')`,
    reset,
  ]);
  const lost = await command.run('replay', id);
  expect(lost).toMatchObject({ code: 0, stdout: '1 entrega sai de novo.\n' });
  expect(await command.query(waiting)).toEqual([{ id: dead, attempts: 0 }]);
  await command.execute([reset]);
  const sinceDay = await command.run('replay', id, '--desde', '2026-01-01');
  expect(sinceDay.stdout).toBe('2 entregas saem de novo.\n');
  await command.execute([reset]);
  const single = await command.run('replay', delivered);
  expect(single.stdout).toBe(`A entrega ${delivered} sai de novo, para webhook:${id}.\n`);
  expect(await command.query(waiting)).toEqual([{ id: delivered, attempts: 0 }]);
});

test('explains a failed test and wrong arguments in Portuguese', async () => {
  await using command = await openWebhooksCommand();
  await using receiver = await startReceiver((response) =>
    response.writeHead(404).end('nada aqui'),
  );
  const id = lineOf((await command.run('add', receiver.address)).stdout, 'id');
  await using strict = await openWebhooksCommand({});
  const [tested, ...runs] = await Promise.all([
    command.run('test', id, '--events', 'application.created'),
    strict.run('add', 'http://localhost:5678/webhook'),
    strict.run('add', 'https://exemplo.com/webhook', '--events', 'lead.created,venda'),
    strict.run('log', '00000000-0000-4000-8000-000000000000'),
  ]);
  expect(tested.code).toBe(1);
  expect(tested.stdout).toMatch(
    /^application\.created: falhou, status 404, .*\n {2}O outro lado não conhece .* Resposta: nada aqui\n$/,
  );
  expect(runs.map(({ code }) => code)).toEqual([1, 1, 1]);
  expect(runs.map(({ stderr }) => stderr)).toEqual([
    expect.stringMatching(/^O endereço leva a (127\.0\.0\.1|::1), que não é da internet pública/),
    expect.stringMatching(
      /^--events não conhece “venda”; o que há: lead\.created, application\.st/,
    ),
    'Nenhum webhook tem o id “00000000-0000-4000-8000-000000000000”. npm run webhooks -- list mostra os que há.\n',
  ]);
});
