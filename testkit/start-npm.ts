import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT_ROOT = join(import.meta.dirname, '..');

/** Returns the ids of a process and its descendants, ancestors first. */
function listDescendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: readParent(name) }));
  const tree = [pid];
  for (const member of tree) {
    tree.push(...parents.filter(({ parent }) => parent === member).map((child) => child.pid));
  }
  return tree;
}

function readParent(pid: number | string): number {
  try {
    const [state, parent] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return state === 'Z' ? 0 : Number(parent);
  } catch {
    // The process has ended.
    return 0;
  }
}

/** `pids` has the process ids of npm, its shell, `run.mjs` and the server. */
export async function startNpm(env: Record<string, string>) {
  const npm = spawn('npm', ['start'], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, PORT: '0', CONSOLE_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let stdout = '';
  const address = await new Promise<string>((resolve, reject) => {
    npm.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      const url = /http:\/\/\S+/.exec(stdout)?.[0];
      if (url) resolve(url);
    });
    npm.once('exit', () => reject(new Error(`npm start ended: ${stdout}`)));
  });
  const pids = listDescendants(npm.pid ?? 0);
  const listRunning = () => pids.filter((pid) => readParent(pid) !== 0);
  return {
    address,
    pids,
    listRunning,
    [Symbol.dispose]() {
      for (const pid of listRunning()) process.kill(pid, 'SIGKILL');
    },
  };
}
