import { expect, test } from 'vitest';
import { makeEvent } from '../../../testkit/rows.ts';
import { insert, startApp } from '../../../testkit/start-app.ts';
import { runFile } from '../../../testkit/start-process.ts';

test('prints tables of the days asked for', async () => {
  await using app = await startApp();
  await insert(app.address, 'jornada', [
    makeEvent({ name: 'session_start', payload: {} }),
    makeEvent({
      name: 'session_start',
      payload: {},
      session_id: crypto.randomUUID(),
      occurred_at: '2026-03-02T02:59:59.000Z',
    }),
    makeEvent({
      name: 'session_start',
      payload: {},
      session_id: crypto.randomUUID(),
      occurred_at: '2026-03-02T03:00:00.000Z',
    }),
  ]);
  const env = { DATA_DIR: app.dataDir };
  const run = (...args: string[]) => runFile('commands/report.ts', args, env);

  const table = await run('--desde', '2026-03-01', '--ate', '2026-03-01');
  expect(table).toMatchObject({ code: 0, stderr: '' });
  expect(table.stdout).toContain('Visitas de 01/03/2026 até 01/03/2026');
  expect(table.stdout).toMatch(/^Visitas +2 +100,0%$/m);
  expect((await run('--desde', '2026-03-03')).stdout).toContain('nenhuma ainda');

  expect(await run('--desde', 'ontem')).toMatchObject({
    code: 1,
    stderr: '--desde espera uma data como 2026-03-01, e recebeu “ontem”.\n',
  });
  expect(await run('--ate', '2026-02-31')).toMatchObject({
    code: 1,
    stderr: '--ate 2026-02-31: esse dia não existe no calendário.\n',
  });
  expect(await run('--desde', '2026-03-02', '--ate', '2026-03-01')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--desde 2026-03-01 --ate 2026-03-02'),
  });
  const json = JSON.parse((await run('--desde', '2026-03-01', '--json', '-')).stdout);
  expect(json).toMatchObject({ from: '2026-03-01', until: null, funnel: { visits: 3, leads: 0 } });
});
