import type { DraftState, SavedDraft } from '@funil/contract/page/page-editor';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError, changeRow } from '../../api.ts';

vi.mock('../../api.ts', async (load) => ({ ...(await load()), changeRow: vi.fn() }));
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
  [403, 'mfa_required'],
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
