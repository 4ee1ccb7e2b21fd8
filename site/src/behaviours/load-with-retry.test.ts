import { afterEach, expect, test, vi } from 'vitest';
import { loadWithRetry } from './load-with-retry.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('retries when the browser wrongly says that it is offline', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('window', new EventTarget());
  const load = vi.fn().mockRejectedValueOnce(new TypeError('x')).mockResolvedValue('module');
  const loading = loadWithRetry(load);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await loading).toBe('module');
});
