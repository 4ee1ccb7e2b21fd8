import { expect, test, vi } from 'vitest';
import { runTool } from './run-tool.ts';

const options = { cwd: '/', env: process.env, timeoutMinutes: 1 };
const run = (script: string, changes = {}) =>
  runTool(process.execPath, ['--eval', script], { ...options, ...changes });

test('returns the exit code of a program, or 1 for a missing program', async () => {
  expect(await run('')).toBe(0);
  expect(await run('process.exit(3)')).toBe(3);
  expect(await runTool('/no/such/tool', [], options)).toBe(1);
});

test('accepts a timeout that is no whole number of milliseconds', async () => {
  expect(await run('', { timeoutMinutes: 84.948214 })).toBe(0);
});

test('kills a program after its timeout', async () => {
  const ignoresSigterm = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  expect(await run(ignoresSigterm, { timeoutMinutes: 0.005 })).toBe(1);
});

test('prints the output of a parallel program when it ends', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const script = "console.log('a'); setTimeout(() => console.error('b'), 50)";
  await run(script, { isParallel: true });
  expect(write.mock.calls).toEqual([['a\nb\n']]);
  write.mockRestore();
});
