import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeApplication, makeLead } from '../../../testkit/rows.ts';
import { insert, makeFolder, makeSiteInfo, writeSite } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { startSmtp } from '../../../testkit/start-smtp.ts';

/** Resolves once both destinations are registered; they receive no earlier rows. */
async function waitForDestinations(dataDir: string) {
  using database = new DatabaseSync(join(dataDir, 'funil.db'), { readOnly: true });
  const count = database.prepare('select count(*) as count from destinations');
  await expect.poll(() => count.get()).toEqual({ count: 2 });
}

test('mails leads and applications within moments', async () => {
  await using smtp = await startSmtp();
  using folder = makeFolder();
  writeSite(join(folder.path, 'site'), {
    'index.html': '<title>Escola</title>',
    'site.json': makeSiteInfo(),
  });
  await using server = await startServer({
    DATA_DIR: join(folder.path, 'data'),
    SITE_DIR: join(folder.path, 'site'),
    SMTP_URL: smtp.url(),
    NOTIFY_FROM: 'avisos@escola.test',
    NOTIFY_TO: 'dona@escola.test',
    NOTIFY_ON: 'lead.created,application.created',
  });
  await waitForDestinations(join(folder.path, 'data'));
  await insert(server.address, 'leads', makeLead({ nome: 'Beto Lima' }));
  expect((await smtp.messages(1))[0]?.mail.subject).toMatch(/^Novo lead: Beto Lima, /);
  await insert(server.address, 'applications', makeApplication({ nome: 'Ana Prado' }));
  await insert(server.address, 'leads', makeLead({ nome: 'Carla Reis' }));
  const [, application] = await smtp.messages(2);
  expect(application?.mail.subject).toMatch(/^Nova aplicação: Ana Prado, responder até .*\dh/);
  expect(application?.mail.from).toEqual({ name: 'Escola', address: 'avisos@escola.test' });
  expect(await server.stop()).toBe(0);
});
