import { expect, test, vi } from 'vitest';
import { loadAuth } from './client.ts';
import { renewToken, verifyFactor } from './session.ts';

vi.mock('./client.ts', () => ({ loadAuth: vi.fn() }));

test('takes the token of a running verification instead of renewing the refused one', async () => {
  let token = 'before';
  const refreshSession = vi.fn(async () => ({ data: { session: null }, error: null }));
  const getSession = async () => ({ data: { session: { access_token: token } } });
  vi.mocked(loadAuth).mockResolvedValue({ getSession, refreshSession } as never);
  const answer = Promise.withResolvers<void>();
  const verified = verifyFactor(async () => {
    await answer.promise;
    token = 'after';
  });
  const renewed = renewToken('before');
  answer.resolve();
  await verified;
  expect(await renewed).toBe('after');
  expect(refreshSession).not.toHaveBeenCalled();
});
