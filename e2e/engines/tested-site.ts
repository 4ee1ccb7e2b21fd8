import { join } from 'node:path';
import { makeEditableCopy } from '../../testkit/editable-content.ts';
import { buildPage } from '../build-page.ts';

/** The page with a text in two versions. */
export const TESTED_SITE = join(import.meta.dirname, '../../test-results/tested-site');

export const VERSIONS = { a: 'Quero entrar na comunidade', b: 'Ver como funciona' };

/** Builds the page before the journeys. */
export async function setup(): Promise<void> {
  using content = makeEditableCopy({ withPictures: true });
  const test = `test:\n  name: Botão\n  field: hero.cta.label\n  text: ${VERSIONS.b}\n\npage:\n`;
  content.replace('site.yaml', 'page:\n', test);
  await buildPage(content.folder, TESTED_SITE);
}
