import { expect, onTestFinished, test, vi } from 'vitest';
import { afterFirstPaint } from './timing.ts';

test.each([
  ['waits for the paint of a page that the browser prerendered', true, 0],
  ['starts in a tab in the background', false, 1],
])('%s', (_name, prerendering, starts) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const window = new EventTarget();
  let report = (_list: object) => {};
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', { prerendering });
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: typeof report) {
        report = callback;
      }
      observe() {}
    },
  );
  const start = vi.fn();
  afterFirstPaint(start);
  window.dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(10_000);
  expect(start).toHaveBeenCalledTimes(starts);
  report({ getEntriesByName: () => [{}] });
  vi.advanceTimersByTime(10_000);
  expect(start).toHaveBeenCalledTimes(1);
});
