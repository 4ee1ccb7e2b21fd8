import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContentError } from '../content-error.ts';
import { loadContent } from '../load.ts';

const shipped = join(import.meta.dirname, '..');

const pictures = [
  'compartilhar.png',
  'fundador.png',
  ...[1, 2, 3, 4, 5].map((n) => `membro-${n}.png`),
  ...[1, 2, 3, 4, 5, 6, 7].map((n) => `depoimento-${n}.png`),
];

/** A throwaway copy of the shipped content, with empty pictures, that a test may spoil. */
export const editableCopy = () => {
  const root = mkdtempSync(join(tmpdir(), 'funil-content-'));
  const folder = join(root, 'content');
  cpSync(shipped, folder, {
    recursive: true,
    filter: (source) => source === shipped || source.endsWith('.yaml'),
  });
  mkdirSync(join(folder, 'images'));
  for (const name of pictures) writeFileSync(join(folder, 'images', name), '');

  return {
    folder,
    write: (file: string, text: string) => writeFileSync(join(folder, file), text),
    remove: (file: string) => rmSync(join(folder, file)),
    replace: (file: string, from: string, to: string) => {
      const before = readFileSync(join(folder, file), 'utf8');
      if (!before.includes(from)) throw new Error(`${file} does not contain: ${from}`);
      writeFileSync(join(folder, file), before.replace(from, to));
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
