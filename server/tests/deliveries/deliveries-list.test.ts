import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { makeLead } from '../../../testkit/rows.ts';
import { removeOldEvents } from '../../src/deliveries/outbox/store-events.ts';
import { makeDestination, openDeliveries } from './open-deliveries.ts';

const STATES =
  'select destination, state, outcome, attempts from funil.deliveries order by event_number';

test('deletes events a month old, except those with a waiting delivery', async () => {
  await using opened = await openDeliveries();
  const { destination } = makeDestination('mail');
  await opened.register(destination);
  await opened.store('leads', makeLead());
  await opened.store('leads', makeLead());
  await opened.consume();
  await opened.query(`update funil.deliveries set state = 'delivered'
    where event_number = (select min(number) from funil.outbox_events) returning id`);
  await using database = await opened.open();
  await removeOldEvents(database, Date.now() + 29 * DAY_MS);
  expect(await opened.query(STATES)).toHaveLength(2);
  await removeOldEvents(database, Date.now() + 31 * DAY_MS);
  expect(await opened.query(STATES)).toMatchObject([{ state: 'waiting' }]);
  expect(await opened.query('select number from funil.outbox_events')).toHaveLength(1);
});

test('the command lists deliveries, and replays one by its id', async () => {
  await using opened = await openDeliveries();
  const { destination, received } = makeDestination('mail');
  await opened.register(destination);
  await opened.store('leads', makeLead());
  const deliveries = opened.start([destination]);
  await expect.poll(() => opened.query(STATES)).toMatchObject([{ state: 'delivered' }]);
  const [{ stdout }, dead] = await Promise.all([
    opened.run('deliveries', ['--json', '-']),
    opened.run('deliveries', ['--dead']),
  ]);
  const [listed] = JSON.parse(stdout);
  expect(listed).toMatchObject({
    type: 'lead.created',
    destination: 'mail',
    state: 'delivered',
    outcome: '200',
    attempts: 1,
    response: 'ok',
  });
  expect(dead.stdout).toContain('0 entregas');
  const run = await opened.run('deliveries', ['--replay', listed.id]);
  expect(run.stdout).toBe(`A entrega ${listed.id} sai de novo, para mail.\n`);
  deliveries.wake('row');
  await expect.poll(() => received.map(({ id }) => id)).toEqual([listed.id, listed.id]);
  const refused = await Promise.all(
    ['x', 'todas', randomUUID()].map((id) => opened.run('deliveries', ['--replay', id])),
  );
  expect(refused.map(({ code }) => code)).toEqual([1, 1, 1]);
  expect(refused.map(({ stderr }) => stderr)).toEqual([
    expect.stringContaining('espera o id de uma entrega'),
    expect.stringContaining('Diga quais'),
    expect.stringContaining('Nenhuma entrega tem o id'),
  ]);
});
