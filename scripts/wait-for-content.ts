import { once } from 'node:events';
import { watch } from 'node:fs';
import { checkContent } from '../content/load/check.ts';
import { ContentError } from '../content/load/content-error.ts';

/**
 * Waits until the content can be shown, and tells what is wrong with it each time a file changes.
 * @throws whatever is not the content's fault
 */
export async function waitForContent(folder: string): Promise<void> {
  for (;;) {
    const fault: unknown = await checkContent(folder).catch((error: unknown) => error);
    if (!(fault instanceof Error)) return;
    if (!(fault instanceof ContentError)) throw fault;
    process.stderr.write(`${fault.message}\nEspero que você conserte…\n`);
    const watcher = watch(folder, { recursive: true });
    await once(watcher, 'change');
    watcher.close();
  }
}
