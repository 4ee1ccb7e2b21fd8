import { expect, test, vi } from 'vitest';
import { loadAuth } from './client.ts';
import { followSession, renewToken, useSignIn, verifyFactor } from './session.ts';

vi.mock('./client.ts', () => ({ loadAuth: vi.fn() }));
vi.mock('react', () => ({ useSyncExternalStore: (_: unknown, read: () => unknown) => read() }));

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

test('says that the session has ended when several requests ended it', async () => {
  let tell = (_event: string, _session: unknown): void => undefined;
  const onAuthStateChange = (listener: typeof tell) => {
    tell = listener;
  };
  vi.mocked(loadAuth).mockResolvedValue({ onAuthStateChange } as never);
  await followSession();
  tell('SIGNED_IN', { access_token: '', user: { id: 'a' } });
  tell('SIGNED_OUT', null);
  tell('SIGNED_OUT', null);
  expect(useSignIn()).toEqual({ step: 'password', sessionEnded: true });
});
