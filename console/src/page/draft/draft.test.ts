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

const file = (key: string, title: string) => ({ key, value: { title }, changed: [] });

const draftOf = (...files: object[]) =>
  ({ files, problems: [], insights: {} }) as unknown as DraftState;

/** Shows a draft, with a clock that the test advances. */
function openDraft(...files: object[]): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.mocked(changeRow).mockReset();
  // The draft counts as requested an hour from now, so that no file saved by an earlier test counts as newer.
  adoptDraft(draftOf(...files), performance.now() + 3_600_000, '');
}

const refuseSave = (status: number, code: string) =>
  vi.mocked(changeRow).mockRejectedValueOnce(new ApiError(status, { code, message: 'Agora não.' }));

const acceptSave = (saved: object) =>
  vi.mocked(changeRow).mockResolvedValueOnce({
    ok: true,
    response: { file: saved, problems: [], insights: {} } as unknown as SavedDraft,
  });

test('sends the next edit when the server refused one', async () => {
  openDraft(file('hero', 'a'), file('offer', 'b'));
  refuseSave(422, 'invalid');
  acceptSave(file('offer', 'd'));
  editField('hero', ['title'], 'c');
  editField('offer', ['title'], 'd');
  await vi.runAllTimersAsync();
  const sent = vi.mocked(changeRow).mock.calls.map(([, options]) => options);
  expect(sent).toMatchObject([{ params: { file: 'hero' } }, { params: { file: 'offer' } }]);
});

test('stops saving when the server already has the only edit', async () => {
  openDraft(file('hero', 'a'));
  editField('hero', ['title'], 'z');
  expect(useDraft().saving.state).toBe('saving');
  adoptDraft(draftOf(file('hero', 'z')), performance.now() + 3_600_000, '');
  await vi.runAllTimersAsync();
  expect(useDraft()).toMatchObject({ edits: [], saving: { state: 'saved' } });
});

test.each([
  [408, 'proxy'],
  [429, 'proxy'],
  [401, 'unauthenticated'],
])('sends an edit again after status %i with code %s', async (status, code) => {
  openDraft(file('hero', 'a'));
  refuseSave(status, code);
  acceptSave(file('hero', 'b'));
  editField('hero', ['title'], 'b');
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
    openDraft(file('hero', 'a'));
    onTestFinished(() => signIn('done'));
    session.refreshSession.mockReset();
    refuseSave(status, code);
    acceptSave(file('hero', 'b'));
    editField('hero', ['title'], 'b');
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
