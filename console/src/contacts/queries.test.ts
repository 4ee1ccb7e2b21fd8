import type { ContactItem } from '@funil/contract/console/contacts';
import type { Page } from '@funil/contract/console/page';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryClient } from '../queries.ts';
import { listQuery, putItems } from './queries.ts';

const row = (version: number, state: ContactItem['state']) =>
  ({ subject: 'lead:1', version, state }) as ContactItem;
const page = (item: ContactItem): Page<ContactItem> => ({ items: [item], next: null });

test('shows a saved row although an older answer for the list was on its way', async () => {
  const older = Promise.withResolvers<Page<ContactItem>>();
  const answers = [Promise.resolve(page(row(0, 'novo'))), older.promise];
  const observer = new InfiniteQueryObserver(queryClient, {
    ...listQuery('leads', {}),
    queryFn: () => answers.shift() ?? Promise.reject(new Error('asked too often')),
  });
  const stop = observer.subscribe(() => {});
  const states = () => observer.getCurrentResult().data?.map(({ state }) => state);
  await expect.poll(states).toEqual(['novo']);
  void queryClient.refetchQueries({ queryKey: ['list'] });
  await expect.poll(() => answers).toHaveLength(0);
  await putItems([row(1, 'aprovado')]);
  older.resolve(page(row(0, 'novo')));
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(states()).toEqual(['aprovado']);
  await putItems([row(0, 'novo')]);
  expect(states()).toEqual(['aprovado']);
  stop();
  queryClient.clear();
});

test('lets the first answer for a list arrive while a row is saved', async () => {
  const first = Promise.withResolvers<Page<ContactItem>>();
  const observer = new InfiniteQueryObserver(queryClient, {
    ...listQuery('leads', {}),
    queryFn: () => first.promise,
  });
  const stop = observer.subscribe(() => {});
  await putItems([row(1, 'aprovado')]);
  first.resolve(page(row(1, 'aprovado')));
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(observer.getCurrentResult().data?.map(({ state }) => state)).toEqual(['aprovado']);
  stop();
  queryClient.clear();
});
