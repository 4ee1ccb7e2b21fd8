import { join } from 'node:path';
import { type BuildOutcome, buildPart, hashFiles, root } from './build-part.ts';
import { runBuilder } from './run-builder.ts';

const folder = join(root, 'site', 'preview');
const VITE = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
const CODE = ['content/edit', 'content/load', 'content/manual', 'content/schema'];

/** Builds the bundle with which the console checks and shows drafts of the page, if its inputs changed. */
export const buildPreview = (): Promise<BuildOutcome> =>
  buildPart({
    folder,
    name: 'o editor da página',
    hashInputs: () =>
      hashFiles([...CODE, 'brand', 'contract/src', 'site', 'package-lock.json']).digest('hex'),
    build: (next, onStart) =>
      runBuilder(VITE, ['build', '--outDir', next], {
        cwd: folder,
        onStart,
        name: 'A geração do editor da página',
      }),
  });
