import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { currentContentFolder } from '../config/content-folder.ts';
import { RETENTION } from '../store/retention.ts';
import type { PageDependencies } from './draft.ts';

/** A few hundred photos. */
const MAX_ORIGINALS_BYTES = 1_073_741_824;

const withoutExtension = (name: string): string => name.slice(0, -extname(name).length);

/** Originals stay outside of the page, because they may contain the camera's metadata. Removes old ones. */
export async function keepOriginal(
  deps: PageDependencies,
  folder: string,
  { uploadPath, pictureName }: { readonly uploadPath: string; readonly pictureName: string },
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(uploadPath, join(folder, withoutExtension(pictureName) + extname(uploadPath)));
  await removeOldOriginals(deps, folder);
}

/**
 * Removes originals of unused pictures, and the oldest if all together are too large. A new original counts as used,
 * because the draft names its picture only after the form is saved.
 */
async function removeOldOriginals(deps: PageDependencies, folder: string): Promise<void> {
  const content = await deps.engine.readTexts(currentContentFolder(deps.ownContentDir));
  const texts = JSON.stringify(content);
  const originals = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, ...(await stat(join(folder, name))) })),
  );
  let bytes = 0;
  for (const { name, size, mtimeMs } of originals.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
    const picture = withoutExtension(name);
    const isNew = deps.now() - mtimeMs < RETENTION.unusedOriginal.ms;
    const isUsed = isNew || texts.includes(picture) || (await isInDraftOrVersion(deps, picture));
    if (isUsed) bytes += size;
    if (bytes > MAX_ORIGINALS_BYTES || !isUsed) await rm(join(folder, name), { force: true });
  }
}

async function isInDraftOrVersion({ database }: PageDependencies, text: string): Promise<boolean> {
  const like = `%${text}%`;
  const drafts = database.selectFrom('page_drafts').select('file').where('value', 'like', like);
  const versions = database
    .selectFrom('page_versions')
    .select('number')
    .where('files', 'like', like);
  return Boolean((await drafts.executeTakeFirst()) ?? (await versions.limit(1).executeTakeFirst()));
}
