import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What tells one build of the console from another: its page names all of its files by their hashes. */
export function readBuild(folder: string): string {
  try {
    const page = readFileSync(join(folder, 'index.html'));
    return createHash('sha256').update(page).digest('hex').slice(0, 12);
  } catch {
    // Not built: data is served all the same.
    return 'none';
  }
}
