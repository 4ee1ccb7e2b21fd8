import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { followSettings } from '../../src/settings/follow-settings.ts';

test('reads stored settings once more when a read was under way before they changed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const reads: PromiseWithResolvers<never[]>[] = [];
  const settings = followSettings({
    ...{ env: {}, config: configOf({}), unusable: [], reportError: () => {} },
    read() {
      reads.push(Promise.withResolvers());
      return reads.at(-1)?.promise ?? Promise.reject();
    },
  });
  const first = settings.refresh();
  await turn();
  const afterChange = settings.refresh();
  reads[0]?.resolve([]);
  await first;
  await turn();
  expect(reads).toHaveLength(2);
  reads[1]?.resolve([]);
  await afterChange;
});
