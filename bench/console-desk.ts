import { join } from 'node:path';
import { openDatabase } from '@funil/server/store/database';
import { openForWriting } from '@funil/server/store/sqlite/database';
import { findPort } from '../testkit/find-port.ts';
import { Funil } from '../testkit/funil.ts';
import { signInOperator } from './console-operator.ts';
import { fillSqlitePeople } from './fill-people.ts';

/** A server with people in its embedded database, its console, and somebody who is signed in to it. */
export async function openDesk(leads: number, applications: number) {
  const port = String(await findPort());
  const funil = new Funil({ env: { CONSOLE_PORT: port } });
  openForWriting(funil.dataDir).close();
  fillSqlitePeople(join(funil.dataDir, 'funil.db'), leads, applications);
  await using database = await openDatabase({ databaseUrl: null, dataDir: funil.dataDir }, 'write');
  const { kept } = await signInOperator(database);
  await funil.start();
  const url = `http://127.0.0.1:${port}`;
  while (!(await isThere(url))) await new Promise((resolve) => setTimeout(resolve, 50));
  return { funil, url, kept, [Symbol.asyncDispose]: () => funil[Symbol.asyncDispose]() };
}

const isThere = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

export type ConsoleDesk = Awaited<ReturnType<typeof openDesk>>;
