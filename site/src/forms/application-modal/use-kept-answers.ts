import { type RefObject, useEffect } from 'react';
import type { FlowState } from './flow.ts';
import type { OpenApplication } from './use-application.ts';

// This file does not import visitor/storage.ts, because the build would then move that module into a separate file,
// which the page script would fetch.
const KEPT_ANSWERS_STORAGE_KEY = 'aplicacao_respostas';
const KEPT_ANSWERS_LIMIT_MS = 30 * 60_000;

interface KeptAnswers {
  answers: object;
  /** The application's id once it was sent, because an earlier attempt may have been stored. */
  sentId?: string | undefined;
}

/**
 * Writes answers, or erases them, in the tab's own storage. Browsers copy this storage to a duplicate of the tab and
 * bring it back with a reopened tab, so the answers have a time.
 */
function writeKeptAnswers(kept?: KeptAnswers): void {
  try {
    sessionStorage.setItem(KEPT_ANSWERS_STORAGE_KEY, JSON.stringify({ at: Date.now(), ...kept }));
  } catch {
    // A reload loses the answers where the storage is refused or full.
  }
}

/** Erases and returns the answers that were kept before a reload; undefined if there are none or they are too old. */
function takeKeptAnswers(): KeptAnswers | undefined {
  try {
    const record = Object(JSON.parse(sessionStorage.getItem(KEPT_ANSWERS_STORAGE_KEY) ?? ''));
    writeKeptAnswers();
    return Date.now() - record.at < KEPT_ANSWERS_LIMIT_MS ? record : undefined;
  } catch {
    return undefined;
  }
}

// Taken when this file loads, at the first opening, so that a form that throws at once leaves nothing behind.
let keptAnswers = takeKeptAnswers();

// The backend refuses an id that is malformed.
let sentId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.exec(`${keptAnswers?.sentId}`)?.[0];

/** Fills the answers in again at the next opening, unless the application is being sent or was stored. */
export function restoreAtNextOpening({ answers, step, submission }: FlowState): void {
  if (step < 5 && submission === 'idle') keptAnswers = { answers };
}

/**
 * Keeps the answers until the dialog is closed or the application is stored, because in-app browsers reload a page to
 * which a visitor returns from another app. The application's id is kept only after the application was sent, so that
 * sending it again stores no second one. Before that, the id is not kept, because another person may go on with the
 * answers.
 */
export function useKeptAnswers(
  { state, read, dispatch }: OpenApplication,
  formRef: RefObject<HTMLFormElement | null>,
): void {
  const { applicationId, answers, step, submission } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each opening
  useEffect(() => {
    const opened = read();
    if (keptAnswers?.answers && opened.applicationId) {
      const restored = { ...opened.answers };
      // The form may have had other questions before the reload.
      for (const key of Object.keys(restored)) {
        const text: unknown = Reflect.get(Object(keptAnswers.answers), key);
        if (typeof text === 'string') restored[key] = text;
      }
      const id = sentId ?? opened.applicationId;
      dispatch({ type: 'restore', state: { ...opened, applicationId: id, answers: restored } });
      // The answers count as pasted, so that sending them fast is no sign of a robot (Honeypot.tsx).
      formRef.current?.dispatchEvent(new Event('paste'));
      keptAnswers = undefined;
    }
  }, [applicationId]);
  useEffect(() => {
    if (submission === 'submitting') sentId = applicationId;
    const isUnsent = applicationId !== '' && step < 5;
    const mayBeStored = sentId === applicationId;
    writeKeptAnswers(isUnsent ? { answers, ...(mayBeStored && { sentId }) } : undefined);
  }, [applicationId, answers, step, submission]);
}
