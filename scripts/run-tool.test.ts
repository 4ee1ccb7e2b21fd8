import { expect, test } from 'vitest';
import { runTool } from './run-tool.ts';

const limits = { cwd: '/', env: process.env, minutes: 1 };
const run = (script: string, minutes = 1) =>
  runTool(process.execPath, ['--eval', script], { ...limits, minutes });

test('a tool’s exit code is told, also when there is no such tool', async () => {
  expect(await run('')).toBe(0);
  expect(await run('process.exit(3)')).toBe(3);
  expect(await runTool('/no/such/tool', [], limits)).toBe(1);
});

test('a tool that never ends counts as failed', async () => {
  // Deaf to a polite request, as a tool that hangs may be.
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  expect(await run(deaf, 0.005)).toBe(1);
});
