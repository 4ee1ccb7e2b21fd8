import { join } from 'node:path';
import { type BuildOutcome, buildPart, hashFiles, root } from './build-part.ts';
import { runAndReadFailure } from './run-builder.ts';

const VITE_SCRIPT = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

const buildByVite = (folderPath: string, name: string, inputs: readonly string[]) => {
  const folder = join(root, folderPath);
  return buildPart({
    folder,
    name,
    hashInputs: () =>
      hashFiles([...inputs, 'brand', 'contract/src', 'package-lock.json']).digest('hex'),
    build: async (outputFolder, onStart) => {
      const reason = await runAndReadFailure(
        VITE_SCRIPT,
        ['build', '--outDir', outputFolder, '--emptyOutDir'],
        { cwd: folder, onStart, name: `A geração d${name}` },
      );
      return reason === null ? null : { reason };
    },
  });
};

export const buildConsole = (): Promise<BuildOutcome> =>
  buildByVite('console', 'o painel', ['console']);

const EDITOR_CODE = ['content/edit', 'content/load', 'content/manual', 'content/schema', 'site'];

export const buildPreview = (): Promise<BuildOutcome> =>
  buildByVite('site/preview', 'o editor da página', EDITOR_CODE);
