import { afterAll, expect, test } from 'vitest';
import { makeApplication } from '../../testkit/rows.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import type { Delivery } from '../src/deliveries/destination.ts';
import { DELIVERED, makeDestination, openDelivering } from './start-delivering.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const SOON = { timeout: 20_000 };
const DATABASES = ['SQLite', 'PostgreSQL'];
const MIB = 1024 * 1024;

type Opened = Awaited<ReturnType<typeof openDelivering>>;

/** Applications as long as a form allows, and longer: 64 KiB each. */
async function storeLong(opened: Opened, count: number) {
  const text = 'á'.repeat(32 * 1024);
  await opened.query(`insert into funil.destinations (name) values ('mail') returning name`);
  for (let n = 0; n < count; n += 1) {
    const { id, ...answers } = makeApplication({ nome: `Ana ${n}` });
    const data = JSON.stringify({ lead_ref: id, ...answers, principais_desafios: text });
    await opened.query(
      `insert into funil.announcements (type, subject, happened_at, data)
       values ('application.created', 'application:${id}', '2026-03-01T12:00:00.000Z', '${data}')
       returning number`,
    );
  }
  await opened.query(
    `insert into funil.deliveries (id, announcement, destination, subject)
     select ${opened.url ? 'gen_random_uuid()' : 'lower(hex(randomblob(16)))'}, number, 'mail', subject
     from funil.announcements returning id`,
  );
}

const textOf = ({ announcement }: Delivery) =>
  String(Object(announcement.data).principais_desafios);

test.each(DATABASES)('%s: what is tried at once is bounded by how long it is', async (kind) => {
  await using opened = await openDelivering(kind, postgres);
  await storeLong(opened, 200);
  let [underWay, most, ended] = [0, 0, 0];
  const release = Promise.withResolvers<void>();
  const { destination } = makeDestination('mail', {
    concurrency: 200,
    async send(deliveries) {
      const bytes = Buffer.byteLength(JSON.stringify(deliveries));
      underWay += bytes;
      most = Math.max(most, underWay);
      await release.promise;
      underWay -= bytes;
      ended += 1;
      return DELIVERED;
    },
  });
  opened.start([destination]);
  await expect.poll(() => underWay, SOON).toBeGreaterThan(7 * MIB);
  release.resolve();
  await expect.poll(() => ended, SOON).toBe(200);
  expect(most).toBeLessThan(9 * MIB);
});

test.each(DATABASES)(
  '%s: of many that are told together only the beginning of long texts is read, of one all',
  async (kind) => {
    await using opened = await openDelivering(kind, postgres);
    await storeLong(opened, 120);
    const told: Delivery[][] = [];
    const { destination } = makeDestination('mail', {
      concurrency: 1,
      batch: 119,
      async send(deliveries) {
        told.push([...deliveries]);
        return DELIVERED;
      },
    });
    opened.start([destination]);
    await expect.poll(() => told.map(({ length }) => length), SOON).toEqual([119, 1]);
    const [many = [], [one] = []] = told;
    expect(new Set(many.map(textOf))).toEqual(new Set(['á'.repeat(200)]));
    expect(Object(many[0]?.announcement.data)).toMatchObject({ nome: 'Ana 0', cargo: 'Fundador' });
    expect(one && textOf(one)).toBe('á'.repeat(32 * 1024));
  },
);
