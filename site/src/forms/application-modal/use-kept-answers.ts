import { type RefObject, useEffect } from 'react';
import type { Application } from './use-application.ts';

// visitor/storage.ts is not used here: a second user would make it a file of its own, which the page script fetches.
const KEPT_ANSWERS_STORAGE_KEY = 'aplicacao_respostas';
const KEPT_ANSWERS_LIMIT_MS = 30 * 60_000;

/**
 * Writes answers, or erases them, in the tab's own storage. Browsers copy this storage to a duplicate of the tab and
 * bring it back with a reopened tab, so the answers have a time.
 */
function writeKept(answers?: object): void {
  try {
    sessionStorage.setItem(KEPT_ANSWERS_STORAGE_KEY, JSON.stringify({ at: Date.now(), answers }));
  } catch {
    // A reload loses the answers where the storage is refused or full.
  }
}

/** Erases and returns the answers that were kept before a reload; undefined if there are none or they are too old. */
function takeKept(): object | undefined {
  try {
    const kept = Object(JSON.parse(sessionStorage.getItem(KEPT_ANSWERS_STORAGE_KEY) ?? ''));
    writeKept();
    return Date.now() - kept.at < KEPT_ANSWERS_LIMIT_MS ? kept.answers : undefined;
  } catch {
    return undefined;
  }
}

// Taken when this file loads, at the first opening, so that a form that throws leaves nothing behind.
let taken = takeKept();

/**
 * Keeps the answers until the dialog is closed or the application is stored, because in-app browsers reload a page to
 * which a visitor returns from another app. The application's id is not kept: someone else may go on. A page that
 * reloads while it sends shows the answers again, because they may not have arrived.
 */
export function useKeptAnswers(
  { state, read, dispatch }: Application,
  formRef: RefObject<HTMLFormElement | null>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form has loaded
  useEffect(() => {
    const opened = read();
    if (taken && opened.applicationId) {
      const restored = { ...opened.answers };
      // The form may have had other questions before the reload.
      for (const key of Object.keys(restored)) {
        const text: unknown = Reflect.get(taken, key);
        if (typeof text === 'string') restored[key] = text;
      }
      dispatch({ type: 'restore', state: { ...opened, answers: restored } });
      // Restored answers may be sent as fast as pasted ones (Honeypot.tsx).
      formRef.current?.dispatchEvent(new Event('paste'));
    }
    taken = undefined;
    // The error screen replaces a form that throws; closing the dialog then reaches no effect of the form.
    return () => writeKept();
  }, []);
  const { applicationId, answers, step } = state;
  useEffect(() => {
    const isAsked = applicationId !== '' && step < 5;
    writeKept(isAsked ? answers : undefined);
  }, [applicationId, answers, step]);
}
