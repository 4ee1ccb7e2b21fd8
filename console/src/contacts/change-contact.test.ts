import type { ContactItem, FullContact } from '@funil/contract/console/contacts';
import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { dropChanges } from '../live/refresh.ts';
import { queryClient } from '../queries.ts';
import { show } from './change-contact.ts';
import { contactQuery } from './queries.ts';

const item = (version: number, state: ContactItem['state']) =>
  ({ subject: 'lead:1', version, state }) as ContactItem;
const detail = (note: string) => ({ ...item(0, 'novo'), note }) as FullContact;

/** Shows a person's details; the test answers its requests. */
function showDetail() {
  const requests: PromiseWithResolvers<FullContact>[] = [];
  const { queryKey } = contactQuery('lead:1');
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => {
      const request = Promise.withResolvers<FullContact>();
      requests.push(request);
      return request.promise;
    },
  });
  const stop = observer.subscribe(() => {});
  return {
    requests,
    note: () => queryClient.getQueryData(queryKey)?.note,
    state: () => queryClient.getQueryData(queryKey)?.state,
    [Symbol.dispose]() {
      stop();
      queryClient.clear();
    },
  };
}

test('shows a saved note although an older answer for the person was on its way', async () => {
  vi.useFakeTimers();
  using shown = showDetail();
  shown.requests[0]?.resolve(detail('Ligar'));
  await vi.advanceTimersByTimeAsync(0);
  void queryClient.refetchQueries({ queryKey: ['subject'] });
  expect(shown.requests).toHaveLength(2);
  await show([item(1, 'em_conversa')], 'Ligar amanhã');
  dropChanges();
  shown.requests[1]?.resolve(detail('Ligar'));
  await vi.runAllTimersAsync();
  expect(shown.note()).toBe('Ligar amanhã');
  expect(shown.state()).toBe('em_conversa');
  vi.useRealTimers();
});

test('lets the first answer for a person arrive while a change is saved', async () => {
  vi.useFakeTimers();
  using shown = showDetail();
  await show([item(1, 'em_conversa')]);
  dropChanges();
  shown.requests[0]?.resolve(detail('Ligar'));
  await vi.runAllTimersAsync();
  expect(shown.note()).toBe('Ligar');
  vi.useRealTimers();
});
