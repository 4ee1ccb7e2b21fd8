import { type RefObject, useEffect } from 'react';
import type { OpenApplication } from './use-application.ts';

// visitor/storage.ts is not used here: a second user would make it a file of its own, which the page script fetches.
const KEPT_ANSWERS_STORAGE_KEY = 'aplicacao_respostas';
const KEPT_ANSWERS_LIMIT_MS = 30 * 60_000;

/**
 * Writes answers, or erases them, in the tab's own storage. Browsers copy this storage to a duplicate of the tab and
 * bring it back with a reopened tab, so the answers have a time.
 */
function writeKeptAnswers(answers?: object): void {
  try {
    sessionStorage.setItem(KEPT_ANSWERS_STORAGE_KEY, JSON.stringify({ at: Date.now(), answers }));
  } catch {
    // A reload loses the answers where the storage is refused or full.
  }
}

/** Erases and returns the answers that were kept before a reload; undefined if there are none or they are too old. */
function takeKeptAnswers(): object | undefined {
  try {
    const record = Object(JSON.parse(sessionStorage.getItem(KEPT_ANSWERS_STORAGE_KEY) ?? ''));
    writeKeptAnswers();
    return Date.now() - record.at < KEPT_ANSWERS_LIMIT_MS ? record.answers : undefined;
  } catch {
    return undefined;
  }
}

// Taken when this file loads, at the first opening, so that a form that throws leaves nothing behind.
let answersBeforeReload = takeKeptAnswers();

/**
 * Keeps the answers until the dialog is closed or the application is stored, because in-app browsers reload a page to
 * which a visitor returns from another app. The application's id is not kept: someone else may go on. A page that
 * reloads while it sends shows the answers again, because they may not have arrived.
 */
export function useKeptAnswers(
  { state, read, dispatch }: OpenApplication,
  formRef: RefObject<HTMLFormElement | null>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form has loaded
  useEffect(() => {
    const opened = read();
    if (answersBeforeReload && opened.applicationId) {
      const restored = { ...opened.answers };
      // The form may have had other questions before the reload.
      for (const key of Object.keys(restored)) {
        const text: unknown = Reflect.get(answersBeforeReload, key);
        if (typeof text === 'string') restored[key] = text;
      }
      dispatch({ type: 'restore', state: { ...opened, answers: restored } });
      // Restored answers may be sent as fast as pasted ones (Honeypot.tsx).
      formRef.current?.dispatchEvent(new Event('paste'));
    }
    answersBeforeReload = undefined;
    // The error screen replaces a form that throws; closing the dialog then reaches no effect of the form.
    return () => writeKeptAnswers();
  }, []);
  const { applicationId, answers, step } = state;
  useEffect(() => {
    const isUnsent = applicationId !== '' && step < 5;
    writeKeptAnswers(isUnsent ? answers : undefined);
  }, [applicationId, answers, step]);
}
