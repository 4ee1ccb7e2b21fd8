import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentFileName } from '@funil/contract/page/page-engine';
import { DEMONSTRATION_FOLDER } from '../config/content-folder.ts';
import { type PageDependencies, readDraft } from './draft.ts';

/** Zips the files that differ from the demonstration, because a page that another machine builds needs no others. */
export async function zipChangedFiles(deps: PageDependencies): Promise<Buffer> {
  const { zipSync } = await import('fflate');
  const { engine } = deps;
  const { folder, values } = await readDraft(deps);
  const texts = await engine.changeTexts(await engine.readTexts(folder), values);
  const shipped = await engine.readTexts(DEMONSTRATION_FOLDER);
  const changed = Object.entries(texts).filter(([key, text]) => shipped[key] !== text);
  const images = join(folder, 'images');
  const pictures = (existsSync(images) ? readdirSync(images) : []).filter(
    (name) => !existsSync(join(DEMONSTRATION_FOLDER, 'images', name)),
  );
  return Buffer.from(
    zipSync({
      ...Object.fromEntries(
        changed.map(([key, text]) => [contentFileName(key), Buffer.from(text)]),
      ),
      ...Object.fromEntries(
        pictures.map((name) => [`images/${name}`, readFileSync(join(images, name))]),
      ),
    }),
  );
}
