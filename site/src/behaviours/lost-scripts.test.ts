import { expect, onTestFinished, test, vi } from 'vitest';
import { recordScriptOutcome, whenScriptsAreLost } from './lost-scripts.ts';

test('runs a fallback at once while scripts are lost, and waits again once a script has arrived', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const followed: string[] = [];
  whenScriptsAreLost(() => followed.push('waiting'));
  expect(followed).toEqual([]);
  recordScriptOutcome(true);
  whenScriptsAreLost(() => followed.push('while lost'));
  expect(followed).toEqual(['waiting', 'while lost']);
  recordScriptOutcome(false);
  whenScriptsAreLost(() => followed.push('late'));
  expect(followed).toEqual(['waiting', 'while lost']);
  vi.advanceTimersByTime(8_000);
  expect(followed).toContain('late');
});
