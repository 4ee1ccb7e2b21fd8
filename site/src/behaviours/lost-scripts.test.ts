import { expect, onTestFinished, test, vi } from 'vitest';
import { recordScriptOutcome, whenScriptsAreLost } from './lost-scripts.ts';

test('follows a press at once while scripts are lost, and waits again once one has arrived', () => {
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

test('follows a press without network once the network is back', () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('navigator', { onLine: false });
  recordScriptOutcome(true);
  const follow = vi.fn();
  whenScriptsAreLost(follow);
  expect(follow).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', { onLine: true });
  page.dispatchEvent(new Event('online'));
  expect(follow).toHaveBeenCalledOnce();
});
