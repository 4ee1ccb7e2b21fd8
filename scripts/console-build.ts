import { join } from 'node:path';
import { type BuildOutcome, buildPart, hashFiles, root } from './build-part.ts';
import { runBuilder } from './run-builder.ts';

const folder = join(root, 'console');
const VITE = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

/** Builds the console if its inputs changed. */
export const buildConsole = (): Promise<BuildOutcome> =>
  buildPart({
    folder,
    name: 'o painel',
    hashInputs: () =>
      hashFiles(['brand', 'contract/src', 'console', 'package-lock.json']).digest('hex'),
    build: (next, onStart) =>
      runBuilder(VITE, ['build', '--outDir', next, '--emptyOutDir'], {
        cwd: folder,
        onStart,
        name: 'A geração do painel',
      }),
  });
