import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** Runs a fake npm with the code `npm` in a separate process and returns its output. */
async function runWith(npm: string, times: { progressIntervalMs: number; timeoutMs: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'funil-npm-test-'));
  writeFileSync(join(folder, 'npm-cli.js'), npm);
  const module = JSON.stringify(join(import.meta.dirname, 'npm.mjs'));
  const call = { node: process.execPath, args: ['ci'], cwd: folder };
  const code = `const { runNpm } = await import(${module});
    console.log(JSON.stringify(await runNpm(${JSON.stringify(call)}, ${JSON.stringify(times)})));`;
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
  return { result: JSON.parse(stdout) as unknown, stderr };
}

test('prints progress during a long installation', async () => {
  const { result, stderr } = await runWith('setTimeout(() => {}, 700)', {
    progressIntervalMs: 300,
    timeoutMs: 30_000,
  });
  expect(stderr).toMatch(/^(Ainda instalando, há \d+ s: o npm espera a rede ou o disco\.\n)+$/);
  expect(result).toEqual({ code: 0, signal: null, isTimedOut: false });
});

test('kills an installation after its timeout', async () => {
  const { result } = await runWith('setInterval(() => {}, 1000)', {
    progressIntervalMs: 60_000,
    timeoutMs: 300,
  });
  expect(result).toEqual({ code: null, signal: 'SIGKILL', isTimedOut: true });
});

test('makes npm trust the machine’s certificates', async () => {
  const { stderr } = await runWith('console.log(process.env.NODE_USE_SYSTEM_CA)', {
    progressIntervalMs: 60_000,
    timeoutMs: 30_000,
  });
  expect(stderr).toBe('1\n');
});
