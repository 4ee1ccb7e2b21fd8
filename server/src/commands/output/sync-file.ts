import { chmodSync, closeSync, fsyncSync, openSync } from 'node:fs';

/** Has the disk hold a file that was just written, readable by its owner only. */
export function syncFile(file: string) {
  chmodSync(file, 0o600);
  const descriptor = openSync(file, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
