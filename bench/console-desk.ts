import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@funil/server/store/open-database';
import { openForWriting } from '@funil/server/store/sqlite/database';
import { findPort } from '../testkit/find-port.ts';
import { Funil } from '../testkit/funil.ts';
import { makeFolder } from '../testkit/start-app.ts';
import { signInOperator } from './console-operator.ts';
import { fillSqlitePeople } from './fill-people.ts';

/** Where people are: the server's own settings. */
export interface Place {
  readonly DATA_DIR: string;
  readonly DATABASE_URL?: string;
}

/** A folder with people in an embedded database; gone afterwards. */
export function makePeople(leads: number, applications: number) {
  const folder = makeFolder();
  openForWriting(folder.path).close();
  fillSqlitePeople(join(folder.path, 'funil.db'), leads, applications);
  return folder;
}

/** A server over a database that is filled, its console, and somebody who is signed in to it. */
export async function openDesk(place: Place) {
  const port = String(await findPort());
  const store = { databaseUrl: place.DATABASE_URL ?? null, dataDir: place.DATA_DIR };
  await using database = await openDatabase(store, 'write');
  const { kept, headers } = await signInOperator(database);
  const funil = new Funil({ env: { ...place, CONSOLE_PORT: port } });
  await funil.start();
  const url = `http://127.0.0.1:${port}`;
  while (!(await isThere(url))) await pause(50);
  return { funil, url, kept, headers, [Symbol.asyncDispose]: () => funil[Symbol.asyncDispose]() };
}

const isThere = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

export type ConsoleDesk = Awaited<ReturnType<typeof openDesk>>;
