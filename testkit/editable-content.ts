import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContentError } from '../content/load/content-error.ts';
import { loadContent } from '../content/load/load.ts';

const shippedFolder = join(import.meta.dirname, '../content');

/** Makes a temporary copy of the shipped content, with empty files as pictures unless `withPictures` is set. */
export const makeEditableCopy = ({ withPictures = false } = {}) => {
  const root = mkdtempSync(join(tmpdir(), 'funil-content-'));
  const folder = join(root, 'content');
  const images = join(folder, 'images');
  cpSync(shippedFolder, folder, {
    recursive: true,
    filter: (source) => source === shippedFolder || source.endsWith('.yaml'),
  });
  if (withPictures) cpSync(join(shippedFolder, 'images'), images, { recursive: true });
  else {
    mkdirSync(images);
    for (const name of readdirSync(join(shippedFolder, 'images')))
      writeFileSync(join(images, name), '');
  }

  return {
    folder,
    write: (file: string, text: string | Uint8Array) => writeFileSync(join(folder, file), text),
    copyPicture: (from: string, to: string) => cpSync(join(images, from), join(images, to)),
    remove: (file: string) => rmSync(join(folder, file)),
    replace: (file: string, from: string | RegExp, to: string) => {
      const before = readFileSync(join(folder, file), 'utf8');
      const after = before.replace(from, () => to);
      if (after === before) throw new Error(`${file} does not contain: ${from}`);
      writeFileSync(join(folder, file), after);
    },
    /** Returns the number of the first line in which the text begins. */
    lineOf: (file: string, text: string): number => {
      const before = readFileSync(join(folder, file), 'utf8').split(text, 2);
      if (before.length < 2) throw new Error(`${file} does not contain: ${text}`);
      return (before[0] ?? '').split('\n').length;
    },
    problems: (): readonly string[] => {
      try {
        loadContent(folder);
        return [];
      } catch (error) {
        if (error instanceof ContentError) return error.sentences;
        throw error;
      }
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true }),
  };
};

export const problemsAfterEdit = (
  file: string,
  from: string | RegExp,
  to: string,
): readonly string[] => {
  using copy = makeEditableCopy();
  copy.replace(file, from, to);
  return copy.problems();
};
