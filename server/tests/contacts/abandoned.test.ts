import { HOUR_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { makeEvent } from '../../../testkit/rows.ts';
import { startConsoleData } from '../console/start-console-data.ts';
import { STORES } from '../store/open-test-store.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS).toISOString();

test.each(STORES)(
  '%s: reports the same drafts, with the step reached, in list, file and command',
  async (kind) => {
    await using console = await startConsoleData(kind);
    const draft = (nome: string, whatsapp: string, email: string, ago = 0.1) =>
      console.addDraft({ nome, whatsapp, email, created_at: daysAgo(ago) });
    const sent = (nome: string, whatsapp: string, email: string, ago: number) =>
      console.addApplication({ nome, whatsapp, email, created_at: daysAgo(ago) });
    await draft('Agora Mesmo', '+55 (11) 98888-0001', 'a@escola.test', 0);
    const { id: lead_ref } = await draft('Deixou', '+55 (11) 98888-0002', 'b@escola.test');
    const payload = JSON.stringify({ form: 'aplicacao', step: 3, field: 'cronograma' });
    const event = { ...makeEvent({ name: 'form_abandon', lead_ref }), payload };
    await console.database.insertInto('jornada').values(event).execute();
    await draft('Mesmo Telefone', '+55 (11) 98888-0003', 'c@escola.test');
    await sent('Enviou Telefone', '(11) 8888-0003', 'outro@escola.test', 0.05);
    await draft('Mesmo Email', '+55 (11) 98888-0004', 'D@escola.test');
    await sent('Enviou Email', '+55 (11) 97777-0004', 'd@escola.test', 20);
    await draft('Voltou Depois', '+55 (11) 98888-0005', 'e@escola.test');
    await sent('Enviou Antes', '+55 (11) 98888-0005', 'e@escola.test', 40);

    const names = async (query: string) =>
      (await console.get(`applications?${query}`)).items
        .map(({ name, stage }: { name: string; stage: string }) => `${name}: ${stage}`)
        .toSorted();
    await expect.poll(async () => (await names('')).length).toBe(8);
    expect(await names('state=abandoned')).toEqual([
      'Deixou: abandoned',
      'Voltou Depois: abandoned',
    ]);
    expect(await names('state=started')).toEqual([
      'Agora Mesmo: started',
      'Mesmo Email: started',
      'Mesmo Telefone: started',
    ]);
    expect(await names('state=novo')).toEqual([
      'Enviou Antes: sent',
      'Enviou Email: sent',
      'Enviou Telefone: sent',
    ]);
    expect(await names('state=started&state=abandoned')).toHaveLength(5);
    const { choices } = (await console.call('POST', 'applications/choices', {})).body;
    expect(choices.state).toEqual([
      { value: 'novo', count: 3 },
      { value: 'started', count: 3 },
      { value: 'abandoned', count: 2 },
    ]);
    const { abandoned } = await console.get('today');
    expect(abandoned.count).toBe(2);
    const { subject, version } = abandoned.items[0];
    await console.call('PATCH', `subjects/${subject}`, { version, state: 'em_conversa' });
    expect(await names('state=abandoned')).toHaveLength(1);
    expect(await names('state=em_conversa')).toHaveLength(1);
    const file = await (await console.requestFile('applications.csv')).text();
    expect(file).toMatch(/"Deixou";[^\r]*;"abandonada";3;/);
    expect(file).toMatch(/"Mesmo Email";[^\r]*;"começada";2;/);
    expect(file).toMatch(/"Enviou Email";[^\r]*;"enviada";5;/);
    expect(file).toContain(';"Em conversa";');
    if (kind === 'PostgreSQL') return;
    const { stdout } = await callCommand('applications', [], console.env);
    const lines = stdout.matchAll(/^(\S+) +(\d) +\S+ \S+ +(\S+(?: \S+)?)/gm);
    expect([...lines].map(([, state, step, name]) => `${name}: ${state} ${step}`).sort()).toEqual([
      ...['Agora Mesmo: começada 2', 'Deixou: abandonada 3', 'Enviou Antes: enviada 5'],
      ...['Enviou Email: enviada 5', 'Enviou Telefone: enviada 5', 'Mesmo Email: começada 2'],
      ...['Mesmo Telefone: começada 2', 'Voltou Depois: abandonada 2'],
    ]);
    expect(stdout).toMatch(/\n8 aplicações\n$/);
  },
);
