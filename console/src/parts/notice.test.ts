import { expect, test } from 'vitest';
import type { Notice } from './Notices.tsx';
import { makeNotices } from './notice.ts';

/** A host whose code comes, or does not, when the test says so. */
function startHost() {
  const shown: string[] = [];
  let answer = () => Promise.resolve();
  const notices = makeNotices(async () => {
    await answer();
    return { View: () => null, show: ({ words }: Notice) => void shown.push(words) };
  });
  notices.subscribe(() => {
    if (notices.view() !== null) notices.markReady();
  });
  return {
    ...notices,
    shown,
    goOffline: () => {
      answer = () => Promise.reject(new TypeError('Failed to fetch'));
    },
    goOnline: () => {
      answer = () => Promise.resolve();
    },
  };
}

test('a notice that was told offline is shown with the next one, and nothing is lost', async () => {
  const host = startHost();
  host.goOffline();
  await host.add({ words: 'Sem conexão.' });
  expect(host.shown).toEqual([]);
  await host.add({ words: 'Sem conexão ainda.' });
  host.goOnline();
  await host.add({ words: 'Salvo.' });
  expect(host.shown).toEqual(['Sem conexão.', 'Sem conexão ainda.', 'Salvo.']);
});

test('what waits is shown when the code is asked for again, without a further notice', async () => {
  const host = startHost();
  host.goOffline();
  await host.add({ words: 'Sem conexão.' });
  host.goOnline();
  await host.fetchHost();
  expect(host.shown).toEqual(['Sem conexão.']);
});

test('notices told at once are shown in their order, each once', async () => {
  const host = startHost();
  await Promise.all([host.add({ words: 'Um.' }), host.add({ words: 'Dois.' })]);
  await host.add({ words: 'Três.' });
  expect(host.shown).toEqual(['Um.', 'Dois.', 'Três.']);
});
