import { expect, test, vi } from 'vitest';
import { runTool } from './run-tool.ts';

const limits = { cwd: '/', env: process.env, minutes: 1 };
const run = (script: string, minutes = 1) =>
  runTool(process.execPath, ['--eval', script], { ...limits, minutes });

test('returns the exit code of a program, or 1 for a missing program', async () => {
  expect(await run('')).toBe(0);
  expect(await run('process.exit(3)')).toBe(3);
  expect(await runTool('/no/such/tool', [], limits)).toBe(1);
});

test('ends a program that takes too long', async () => {
  // Deaf to a polite request, as a tool that hangs may be.
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  expect(await run(deaf, 0.005)).toBe(1);
});

test('prints the output of a program beside another when it ends', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const script = "console.log('a'); setTimeout(() => console.error('b'), 50)";
  await runTool(process.execPath, ['--eval', script], { ...limits, isParallel: true });
  expect(write.mock.calls).toEqual([['a\nb\n']]);
  write.mockRestore();
});
