import { afterEach, expect, test, vi } from 'vitest';
import { reportScript, whenScriptsAreLost } from './lost-scripts.ts';

afterEach(() => vi.useRealTimers());

test('follows a press at once while scripts are lost, and waits again once one has arrived', () => {
  vi.useFakeTimers();
  const followed: string[] = [];
  whenScriptsAreLost(() => followed.push('waiting'));
  expect(followed).toEqual([]);
  reportScript(true);
  whenScriptsAreLost(() => followed.push('while lost'));
  expect(followed).toEqual(['waiting', 'while lost']);
  reportScript(false);
  whenScriptsAreLost(() => followed.push('late'));
  expect(followed).toEqual(['waiting', 'while lost']);
  vi.advanceTimersByTime(8_000);
  expect(followed).toContain('late');
});
