import { expect, onTestFinished, test, vi } from 'vitest';
import { watchPageView } from './start.ts';
import { reportPageView } from './track.ts';

vi.mock('./track.ts', async (load) => ({ ...(await load()), reportPageView: vi.fn() }));

test('reports the page view a second after load, or at once when its script runs later', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('document', { readyState: 'complete' });
  const startAt = (nowMs: number) => {
    const getEntriesByType = () => [{ loadEventStart: 500 }];
    vi.stubGlobal('performance', { now: () => nowMs, getEntriesByType });
    watchPageView();
  };
  startAt(600);
  vi.advanceTimersByTime(899);
  expect(reportPageView).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reportPageView).toHaveBeenCalledTimes(1);
  startAt(5_000);
  expect(reportPageView).toHaveBeenCalledTimes(2);
});

test('reports no page view before the page has loaded', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.mocked(reportPageView).mockClear();
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', { readyState: 'loading' });
  const getEntriesByType = () => [{ loadEventStart: 5_000 }];
  vi.stubGlobal('performance', { now: () => 5_000, getEntriesByType });
  watchPageView();
  vi.advanceTimersByTime(5_000);
  window.dispatchEvent(new Event('load'));
  expect(reportPageView).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(reportPageView).toHaveBeenCalledTimes(1);
});
