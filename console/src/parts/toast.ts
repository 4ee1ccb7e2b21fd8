import { explain } from '../api.ts';
import { makeStore } from '../make-store.ts';
import { queryClient } from '../queries.ts';

interface ToastAction {
  readonly label: string;
  readonly onClick: () => void;
}

/** A short message at the window's edge, with at most one button. */
export interface Toast {
  readonly text: string;
  readonly action?: ToastAction | undefined;
  readonly isError?: boolean;
}

/** Toasts shown before the code that draws them has loaded. */
const toastQueue = makeStore<readonly Toast[]>([]);
export const useQueuedToasts = toastQueue.useValue;

export function takeQueuedToasts(): readonly Toast[] {
  const toasts = toastQueue.read();
  if (toasts.length > 0) toastQueue.set([]);
  return toasts;
}

const addToast = (toast: Toast) => toastQueue.set([...toastQueue.read(), toast]);

export const showToast = (text: string, action?: ToastAction): void => addToast({ text, action });

export const showError = (text: string, action?: ToastAction): void =>
  addToast({ text, action, isError: true });

export const showUndoable = (
  text: string,
  undo: () => unknown,
  explainError?: (error: unknown) => string,
): void =>
  showToast(text, {
    label: 'Desfazer',
    onClick: () => void runWithErrorToast(async () => void (await undo()), [], explainError),
  });

/** Runs a change, then refetches the queries with these names. A failed change shows an error and does not reject. */
export async function runWithErrorToast(
  change: () => Promise<void>,
  queryNames: readonly string[] = [],
  explainError: (error: unknown) => string = explain,
): Promise<void> {
  try {
    await change();
  } catch (error) {
    showError(explainError(error));
  }
  await Promise.all(queryNames.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}
