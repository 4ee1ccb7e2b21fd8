import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

type Listener = (event: unknown) => void;

/** Runs the worker with the objects that a browser gives it. @param tabs the open tabs of the console */
function runWorker(tabs: readonly object[] = []) {
  const listeners = new Map<string, Listener>();
  const calls: unknown[][] = [];
  const record =
    (name: string) =>
    (...args: unknown[]) => {
      calls.push([name, ...args]);
    };
  runInNewContext(readFileSync(join(import.meta.dirname, '../../public/worker.js'), 'utf8'), {
    Response,
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    skipWaiting: record('skipWaiting'),
    registration: { showNotification: record('show') },
    clients: { matchAll: async () => tabs, openWindow: record('open') },
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
  });
  return {
    calls,
    /** Dispatches an event, and returns the value of its `waitUntil` or `respondWith`. */
    async send(name: string, event: object) {
      let result: unknown;
      const setResult = (promise: unknown) => {
        result = promise;
      };
      listeners.get(name)?.({ ...event, waitUntil: setResult, respondWith: setResult });
      return await result;
    },
  };
}

test('shows a push under its tag', async () => {
  const worker = runWorker();
  const message = { title: '7 leads novos', body: 'Toque', tag: 't1', path: '/' };
  await worker.send('push', { data: { json: () => message } });
  expect(worker.calls).toMatchObject([
    ['show', '7 leads novos', { body: 'Toque', tag: 't1', data: { path: '/' } }],
  ]);
});

test('opens the contact of a clicked notification in the open tab, or in a new one', async () => {
  const pressed: string[] = [];
  const notification = { close: () => pressed.push('close'), data: { path: '/pessoas/leads/7' } };
  const closed = runWorker();
  await closed.send('notificationclick', { notification });
  expect(closed.calls).toEqual([['open', '/pessoas/leads/7']]);
  const tab = {
    focus: async () => pressed.push('focus'),
    navigate: async (path: string) => pressed.push(path),
  };
  await runWorker([tab]).send('notificationclick', { notification });
  expect(pressed).toEqual(['close', 'close', 'focus', '/pessoas/leads/7']);
});

test('shows the offline page when a navigation fails, and intercepts no other request', async () => {
  const worker = runWorker();
  const answer = await worker.send('fetch', { request: { mode: 'navigate' } });
  expect(answer instanceof Response && (await answer.text())).toContain('Sem conexão');
  expect(await worker.send('fetch', { request: { mode: 'cors' } })).toBeUndefined();
});
