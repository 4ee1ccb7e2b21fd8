import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** `previous-123`, `next-123`: the process that made it. */
const LEFTOVER = /^(previous|next)-(\d+)$/;

const erase = (path: string) => rmSync(path, { recursive: true, force: true });

/** The folder in which this process builds the next site, empty. */
export function makeNext(workshop: string): string {
  const next = join(workshop, `next-${process.pid}`);
  erase(next);
  mkdirSync(next, { recursive: true });
  return next;
}

/** Puts `next` where `dist` is. Between the two steps there is no site for about a millisecond. */
export function swapSite(workshop: string, next: string, dist: string): void {
  const previous = join(workshop, `previous-${process.pid}`);
  erase(previous);
  if (existsSync(dist)) renameSync(dist, previous);
  renameSync(next, dist);
  erase(previous);
}

/** Sets right what a build that was killed left: a site halfway out goes back, the rest goes. */
export function recover(workshop: string, dist: string): void {
  if (!existsSync(workshop)) return;
  for (const name of readdirSync(workshop)) {
    const [, kind, maker] = LEFTOVER.exec(name) ?? [];
    if (maker === undefined || isRunning(Number(maker))) continue;
    if (kind === 'previous' && !existsSync(dist)) renameSync(join(workshop, name), dist);
    else erase(join(workshop, name));
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch (error) {
    // Another user's process is there, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
