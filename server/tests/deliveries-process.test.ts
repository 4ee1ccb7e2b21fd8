import { expect, test } from 'vitest';
import { findPort } from '../../testkit/find-port.ts';
import { makeLead } from '../../testkit/rows.ts';
import { insert, makeFolder } from '../../testkit/start-app.ts';
import { runFile, startServer } from '../../testkit/start-process.ts';
import { startReceiver } from '../../testkit/start-receiver.ts';

test('a running server hears of its first endpoint, counts what it tells, and stops at once', async () => {
  using folder = makeFolder();
  await using receiver = await startReceiver();
  const port = String(await findPort());
  const env = {
    DATA_DIR: folder.path,
    SITE_DIR: `${folder.path}/site`,
    CONSOLE_PORT: '0',
    METRICS_PORT: port,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  };
  await using server = await startServer(env);
  await insert(server.address, 'leads', makeLead({ nome: 'De Antes' }));
  const added = await runFile('commands/webhooks.ts', ['add', `${receiver.address}/`], env);
  expect(added).toMatchObject({ code: 0 });
  for (const nome of ['Ana', 'Bia', 'Caio']) {
    expect((await insert(server.address, 'leads', makeLead({ nome }))).status).toBe(201);
  }
  await receiver.wait(3);
  const names = receiver.received.map(({ body }) => JSON.parse(body).data.nome);
  expect(names.toSorted()).toEqual(['Ana', 'Bia', 'Caio']);
  const readMetrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const counted = 'funil_deliveries_total{destination="webhook",outcome="delivered"} 3';
  await expect.poll(readMetrics, { timeout: 15_000 }).toContain(counted);
  expect(await readMetrics()).toContain('funil_deliveries_oldest_waiting_seconds 0');
  const begin = performance.now();
  expect(await server.stop()).toBe(0);
  expect(performance.now() - begin).toBeLessThan(3_500);
  expect(server.output.stderr).not.toContain('"level":"error"');
});
