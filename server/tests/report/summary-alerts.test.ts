import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { queueAlerts } from '../../src/jobs/queue-alerts.ts';
import { startConsoleData } from '../console/start-console-data.ts';
import { STORES } from '../store/open-test-store.ts';

const CONFIG = configOf({});

test.each(STORES)(
  '%s: queues the summary once after 7 h for each operator who chose it',
  async (kind) => {
    await using console = await startConsoleData(kind);
    const { database } = console;
    const bia = await console.signIn('bia@escola.test', 'manager');
    const caio = await console.signIn('caio@escola.test', 'attendant');
    const choose = (when: string, token?: string) =>
      console.call('PUT', 'account/summary', { when }, token);
    expect((await choose('daily')).status).toBe(204);
    expect(await console.get('account/summary')).toEqual({ when: 'daily' });
    expect((await choose('mondays', bia.token)).status).toBe(204);
    expect((await choose('daily', caio.token)).status).toBe(403);
    expect((await choose('hourly')).status).toBe(422);
    await console.addLead({ created_at: '2026-11-25T23:00:00.000Z' });
    await console.addLead({ created_at: '2026-11-19T01:00:00.000Z' });
    await console.addLead({ created_at: '2026-11-20T01:00:00.000Z' });
    const at = (time: string) => queueAlerts(database, CONFIG, Date.parse(time));
    // A Thursday; 7 h in Brasília is 10 h in UTC.
    await at('2026-11-26T09:59:00.000Z');
    expect(await console.readOperatorMails()).toEqual([]);
    const morning = '2026-11-26T10:00:00.000Z';
    await Promise.all([at(morning), at(morning)]);
    await at('2026-11-26T14:00:00.000Z');
    const [mail, ...others] = await console.readOperatorMails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      operatorId: console.operator.id,
      subject: 'Resumo: quarta-feira, 25/11',
      remedy: 'Entre parênteses, quarta-feira, 18/11.',
      button: { path: '/relatorio?from=2026-11-25&until=2026-11-25' },
    });
    expect(mail.fields).toContainEqual({ label: 'Leads', value: '1 (1)' });
    await at('2026-11-30T10:00:00.000Z');
    const weekly = (await console.readOperatorMails()).filter(
      ({ operatorId }) => operatorId === bia.id,
    );
    expect(weekly.map(({ subject }) => subject)).toEqual(['Resumo: semana de 23/11 a 29/11']);
  },
);

test('lists waiting applications with a link, and queues no summary of an empty day', async () => {
  await using console = await startConsoleData();
  const { database, now } = console;
  await console.call('PUT', 'account/summary', { when: 'daily' });
  const morning = Date.parse(`${new Date(now()).toISOString().slice(0, 10)}T10:00:00.000Z`);
  await queueAlerts(database, CONFIG, morning);
  expect(await console.readOperatorMails()).toEqual([]);
  await console.addApplication({ created_at: new Date(morning - 3_600_000).toISOString() });
  await queueAlerts(database, CONFIG, morning + 86_400_000);
  expect(await console.readOperatorMails()).toMatchObject([
    {
      links: [{ label: 'Aplicações por responder', path: '/pessoas/aplicacoes?state=novo' }],
      fields: expect.arrayContaining([{ label: 'Aplicações por responder', value: '1' }]),
    },
  ]);
});
