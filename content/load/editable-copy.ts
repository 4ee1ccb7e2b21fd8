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
import { ContentError } from './content-error.ts';
import { loadContent } from './load.ts';

const shipped = join(import.meta.dirname, '..');

interface Options {
  /** The shipped pictures instead of empty files of their names. */
  withPictures?: boolean;
}

/** A throwaway copy of the shipped content that a test may spoil. */
export const makeEditableCopy = ({ withPictures = false }: Options = {}) => {
  const root = mkdtempSync(join(tmpdir(), 'funil-content-'));
  const folder = join(root, 'content');
  const images = join(folder, 'images');
  cpSync(shipped, folder, {
    recursive: true,
    filter: (source) => source === shipped || source.endsWith('.yaml'),
  });
  if (withPictures) cpSync(join(shipped, 'images'), images, { recursive: true });
  else {
    mkdirSync(images);
    for (const name of readdirSync(join(shipped, 'images'))) writeFileSync(join(images, name), '');
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
    /** The sentences loading complains with; none when it succeeds. */
    problems: (): readonly string[] => {
      try {
        loadContent(folder);
        return [];
      } catch (error) {
        if (error instanceof ContentError) return error.problems;
        throw error;
      }
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true }),
  };
};

/** Returns what loading complains of after one edit of the shipped content. */
export const problemsAfterEdit = (
  file: string,
  from: string | RegExp,
  to: string,
): readonly string[] => {
  using copy = makeEditableCopy();
  copy.replace(file, from, to);
  return copy.problems();
};
