import { expect, test } from 'vitest';
import { ImportCounter } from './import-counter.ts';

test('keeps no sample of a repeated row, which has neither name nor phone', () => {
  const counter = new ImportCounter();
  counter.add({ type: 'repeat', line: 3 }, 'known');
  expect(counter.summary).toMatchObject({ counts: { known: 1 }, samples: [] });
});
