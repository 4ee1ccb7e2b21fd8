import { LIVE_TABLES } from '@funil/contract/console/status';
import { expect, test } from 'vitest';
import { visibleTables } from './access.ts';

test('notifies attendants of no table but those that they read', () => {
  expect(visibleTables('attendant', LIVE_TABLES).toSorted()).toEqual([
    'applications',
    'erasures',
    'leads',
    'subjects',
    'templates',
  ]);
  expect(visibleTables('manager', ['sales', 'page'])).toEqual(['sales', 'page']);
});
