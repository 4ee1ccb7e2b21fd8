import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { queryTables } from '../../../testkit/databases/query-tables.ts';
import { startReceiver } from '../../../testkit/fakes/receiver.ts';
import { startSmtp } from '../../../testkit/fakes/smtp.ts';
import { findPort } from '../../../testkit/find-port.ts';
import { makeApplication, makeLead } from '../../../testkit/rows.ts';
import { makeFolder, makeSiteInfo, postRows, writeSite } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { headersOf } from './webhook-sender.ts';

test('a running server mails applications, delivers signed webhooks to its first endpoint, counts them, and stops quickly', async () => {
  using folder = makeFolder();
  await using receiver = await startReceiver();
  await using smtp = await startSmtp();
  const port = String(await findPort());
  const env = {
    DATA_DIR: folder.path,
    SITE_DIR: `${folder.path}/site`,
    CONSOLE_PORT: '0',
    METRICS_PORT: port,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    SMTP_URL: smtp.url(),
    NOTIFY_FROM: 'avisos@escola.test',
    NOTIFY_TO: 'dona@escola.test',
    NOTIFY_ON: 'application.created',
  };
  writeSite(env.SITE_DIR, { 'index.html': '<title>Escola</title>', 'site.json': makeSiteInfo() });
  await using server = await startServer(env);
  // A destination receives no row from before its registration.
  const destinations = () => queryTables(env)('select name from funil.destinations');
  await expect.poll(destinations).toEqual([{ name: 'mail' }]);
  await postRows(server.address, 'applications', makeApplication({ nome: 'Ana Prado' }));
  const [application] = await smtp.messages(1);
  expect(application?.mail.subject).toMatch(/^Nova aplicação: Ana Prado, responder até .*\dh/);
  expect(application?.mail.from).toEqual({ name: 'Escola', address: 'avisos@escola.test' });

  await postRows(server.address, 'leads', makeLead({ nome: 'De Antes' }));
  const args = ['add', `${receiver.address}/crm`, '--events', 'lead.created'];
  const added = await callCommand('webhooks', args, env);
  const secret = /^secret: (.+)$/m.exec(added.stdout)?.[1] ?? '';
  const key = '0195b0a5-7c00-7000-8000-000000000001';
  await postRows(server.address, 'leads', makeLead({ nome: 'Ana' }), { 'idempotency-key': key });
  for (const nome of ['Bia', 'Caio']) await postRows(server.address, 'leads', makeLead({ nome }));
  const received = await receiver.wait(3);
  const messages = received.map(({ body, headers, path }) => {
    expect(path).toBe('/crm');
    return new Webhook(secret).verify(body, headersOf(headers)) as { data: { nome: string } };
  });
  expect(messages.map(({ data }) => data.nome).toSorted()).toEqual(['Ana', 'Bia', 'Caio']);
  expect(messages.find(({ data }) => data.nome === 'Ana')).toMatchObject({
    type: 'lead.created',
    data: { version: 1, lead_ref: key },
  });
  const readMetrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const counted = 'funil_deliveries_total{destination="webhook",outcome="delivered"} 3';
  await expect.poll(readMetrics).toContain(counted);
  expect(await readMetrics()).toContain('funil_deliveries_oldest_waiting_seconds 0');
  expect(await server.stop()).toBe(0);
  expect(server.output.stderr).not.toContain('"level":"error"');
});
