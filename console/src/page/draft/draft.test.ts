import type { DraftState, SavedDraft } from '@funil/contract/page/page-editor';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError, changeRow } from '../../api.ts';

vi.mock('../../api.ts', async (load) => ({ ...(await load()), changeRow: vi.fn() }));
const session = vi.hoisted(() => ({
  signIn: { step: 'done', email: '' },
  tell: (): void => undefined,
  refreshSession: vi.fn(),
}));
vi.mock('../../session/session.ts', () => ({
  onSignOut: () => undefined,
  onSignInChange: (listener: () => void) => {
    session.tell = listener;
  },
  readSignIn: () => session.signIn,
  refreshSession: session.refreshSession,
}));
vi.mock('react', () => ({ useSyncExternalStore: (_: unknown, read: () => unknown) => read() }));
vi.hoisted(() => vi.stubGlobal('window', new EventTarget()));
const { adoptDraft, editField } = await import('./draft.ts');
const { useDraft } = await import('./draft-store.ts');

test('sends the next edit when the server refused one', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const file = (key: string, title: string) =>
    ({ key, value: { title }, changed: [] }) as unknown as DraftState['files'][number];
  const draft = { files: [file('hero', 'a'), file('offer', 'b')], problems: [], insights: {} };
  adoptDraft(draft as unknown as DraftState, 0, '');
  vi.mocked(changeRow).mockRejectedValueOnce(
    new ApiError(422, { code: 'invalid', message: 'Texto longo demais.' }),
  );
  vi.mocked(changeRow).mockResolvedValueOnce({
    ok: true,
    response: { file: file('offer', 'd'), problems: [], insights: {} } as unknown as SavedDraft,
  });
  editField('hero', ['title'], 'c');
  editField('offer', ['title'], 'd');
  await vi.runAllTimersAsync();
  const sent = vi.mocked(changeRow).mock.calls.map(([, options]) => options);
  expect(sent).toMatchObject([{ params: { file: 'hero' } }, { params: { file: 'offer' } }]);
});

test('stops saving when the server already has the only edit', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const draftOf = (title: string) =>
    ({
      files: [{ key: 'hero', value: { title }, changed: [] }],
      problems: [],
      insights: {},
    }) as unknown as DraftState;
  const readAtMs = performance.now() + 1_000;
  adoptDraft(draftOf('a'), readAtMs, '');
  editField('hero', ['title'], 'z');
  expect(useDraft().saving.state).toBe('saving');
  adoptDraft(draftOf('z'), readAtMs, '');
  await vi.runAllTimersAsync();
  expect(useDraft()).toMatchObject({ edits: [], saving: { state: 'saved' } });
});

test.each([
  [408, 'proxy'],
  [429, 'proxy'],
  [401, 'unauthenticated'],
])('sends an edit again after status %i with code %s', async (status, code) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const file = { key: 'hero', value: { title: 'a' }, changed: [] };
  const draft = { files: [file], problems: [], insights: {} } as unknown as DraftState;
  adoptDraft(draft, performance.now() + 2_000, '');
  const value = `after ${status}`;
  vi.mocked(changeRow)
    .mockReset()
    .mockRejectedValueOnce(new ApiError(status, { code, message: 'Devagar.' }))
    .mockResolvedValueOnce({
      ok: true,
      response: { ...draft, file: { ...file, value: { title: value } } } as unknown as SavedDraft,
    });
  editField('hero', ['title'], value);
  await vi.runAllTimersAsync();
  expect(changeRow).toHaveBeenCalledTimes(2);
  expect(useDraft()).toMatchObject({ edits: [], saving: { state: 'saved' } });
});

function signIn(step: string, email = ''): void {
  session.signIn = { step, email };
  session.tell();
}

test.each([
  [401, 'unauthenticated', 0],
  [403, 'mfa_required', 1],
  [403, 'mfa_enrollment_required', 1],
])(
  'after status %i with code %s, an edit waits for its operator',
  async (status, code, renewals) => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
      signIn('done');
    });
    session.refreshSession.mockReset();
    const file = { key: 'hero', value: { title: 'a' }, changed: [] };
    const draft = { files: [file], problems: [], insights: {} } as unknown as DraftState;
    adoptDraft(draft, performance.now() + 10_000, '');
    const value = `typed before ${code}`;
    vi.mocked(changeRow)
      .mockReset()
      .mockRejectedValueOnce(new ApiError(status, { code, message: 'Entre de novo.' }))
      .mockResolvedValueOnce({
        ok: true,
        response: { ...draft, file: { ...file, value: { title: value } } } as unknown as SavedDraft,
      });
    editField('hero', ['title'], value);
    await vi.advanceTimersByTimeAsync(1_000);
    signIn('password');
    await vi.runAllTimersAsync();
    signIn('done', 'bia@example.com');
    await vi.runAllTimersAsync();
    expect(changeRow).toHaveBeenCalledTimes(1);
    expect(session.refreshSession).toHaveBeenCalledTimes(renewals);
    signIn('done');
    await vi.runAllTimersAsync();
    expect(changeRow).toHaveBeenCalledTimes(2);
    expect(useDraft()).toMatchObject({ edits: [], saving: { state: 'saved' } });
  },
);
