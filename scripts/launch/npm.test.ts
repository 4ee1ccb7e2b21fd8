import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** Runs an npm that does what `npm` says, in a process of its own whose words are given back. */
async function runWith(npm: string, patience: { progressIntervalMs: number; timeoutMs: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'funil-npm-test-'));
  writeFileSync(join(folder, 'npm-cli.js'), npm);
  const module = JSON.stringify(join(import.meta.dirname, 'npm.mjs'));
  const call = { node: process.execPath, args: ['ci'], cwd: folder };
  const code = `const { runNpm } = await import(${module});
    console.log(JSON.stringify(await runNpm(${JSON.stringify(call)}, ${JSON.stringify(patience)})));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { PATH: process.env.PATH, npm_execpath: join(folder, 'npm-cli.js') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  rmSync(folder, { recursive: true });
  return { end: JSON.parse(stdout) as unknown, stderr };
}

test('says that a long installation goes on', async () => {
  const { end, stderr } = await runWith('setTimeout(() => {}, 700)', {
    progressIntervalMs: 300,
    timeoutMs: 30_000,
  });
  expect(stderr).toMatch(/^(Ainda instalando, há \d+ s: o npm espera a rede ou o disco\.\n){1,2}$/);
  expect(end).toEqual({ code: 0, signal: null, isTimedOut: false });
});

test('ends an installation that takes too long', async () => {
  const { end } = await runWith('setInterval(() => {}, 1000)', {
    progressIntervalMs: 60_000,
    timeoutMs: 300,
  });
  expect(end).toEqual({ code: null, signal: 'SIGKILL', isTimedOut: true });
});

test('lets npm trust the machine’s certificates, such as those of a company’s proxy', async () => {
  const { stderr } = await runWith('console.log(process.env.NODE_USE_SYSTEM_CA)', {
    progressIntervalMs: 60_000,
    timeoutMs: 30_000,
  });
  expect(stderr).toBe('1\n');
});
