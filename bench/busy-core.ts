import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/**
 * Keeps one core busy with nothing, at the lowest priority, until disposed of: what captures lose beside it
 * they lose beside any work at all on this machine.
 */
export function keepCoreBusy(): Disposable {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return { [Symbol.dispose]: () => void child.kill('SIGKILL') };
}
