import { expect, onTestFinished, test, vi } from 'vitest';
import { importWithRetry } from './import-with-retry.ts';

test('imports a module after a failed file of its imports was fetched again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  // Wrongly says that the browser is offline.
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('window', new EventTarget());
  const files: Record<string, string> = {
    '/_astro/form.js': 'import{a as t}from"./shared.js";import"./style.js";import("./later.js")',
    '/_astro/shared.js': 'import{r}from"./react.js";',
  };
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const isBusy = url === '/_astro/react.js' && !fetched.includes(url);
    fetched.push(url);
    return new Response(files[url], { status: isBusy ? 503 : 200 });
  });
  const load = vi.fn().mockResolvedValue('module');
  const report = vi.fn();
  const importing = importWithRetry('/_astro/form.js', report, load);
  await vi.advanceTimersByTimeAsync(999);
  expect(report.mock.calls).toEqual([[true]]);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await importing).toBe('module');
  expect(report.mock.calls).toEqual([[true], [false]]);
  const names = ['form', 'form', 'react', 'react', 'shared', 'shared', 'style'];
  expect(fetched.toSorted()).toEqual(names.map((name) => `/_astro/${name}.js`));
});
