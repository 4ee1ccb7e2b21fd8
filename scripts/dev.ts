// Page and server together, both reloading when their files change. The page's server hands the
// capture API on to the other one: see `server.proxy` in site/astro.config.ts.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const apiPort = '3001';

const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', join(root, 'server/src/main.ts')], {
    cwd: root,
    // Without `.env`: it names the database of the server that visitors use.
    env: { ...process.env, ENV_FILE: '', PORT: apiPort },
    stdio: 'inherit',
  }),
  spawn(
    process.execPath,
    [join(root, 'node_modules/astro/bin/astro.mjs'), 'dev', '--port', '3000'],
    {
      cwd: join(root, 'site'),
      env: {
        ...process.env,
        ASTRO_TELEMETRY_DISABLED: '1',
        CAPTURE_API: `http://127.0.0.1:${apiPort}`,
      },
      stdio: 'inherit',
    },
  ),
];

function stop(): void {
  for (const child of children) child.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
