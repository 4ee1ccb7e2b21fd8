import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DraftFile, PageEditorResponse } from '@funil/contract/page/page-editor';
import {
  type ConsoleServer,
  test as consoleTest,
  discardDraft,
  type Page,
  requestApi,
} from './console-server.ts';
import { addOperator, signIn } from './operator-session.ts';

export const CONTENT = join(import.meta.dirname, '../../content');

export const test = consoleTest.extend<{ noDraft: undefined; colleague: ConsoleServer }>({
  /** Removes the draft once the page is closed. */
  noDraft: [
    async ({ server }, use) => {
      await use(undefined);
      await discardDraft(server);
    },
    { auto: true },
  ],
  /** The server as another operator sees it. */
  colleague: async ({ server }, use) => {
    const email = `bia.${randomUUID()}@escola.test`;
    await addOperator(server.funil.dataDir, email, 'manager');
    await use({ ...server, session: await signIn(server.url, email) });
  },
});

export async function readFile(server: ConsoleServer, key: string): Promise<DraftFile> {
  const { draft }: PageEditorResponse = await requestApi(server, 'GET', 'page');
  const file = draft.files.find((draftFile) => draftFile.key === key);
  if (!file) throw new Error(`There is no file ${key}.`);
  return file;
}

/** Changes fields of a file's draft, as another browser does. */
export async function changeDraft(
  server: ConsoleServer,
  key: string,
  fields: object,
): Promise<void> {
  const { value } = await readFile(server, key);
  for (const [field, next] of Object.entries(fields)) {
    const body = { path: [field], before: Object(value)[field], value: next };
    await requestApi(server, 'PATCH', `page/draft/${key}`, body);
  }
}

export const textBox = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true });
export const saveState = (page: Page) => page.getByText(/^Rascunho salvo/);
export const phoneFrame = (page: Page) => page.frameLocator('iframe[title="A página no celular"]');
