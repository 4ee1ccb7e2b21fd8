import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build-part.ts';

/** Returns the files of the repository that match git's patterns, new ones included; paths start at the root. */
export const listTrackedFiles = (...patterns: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)));
