import { useEffect } from 'react';
import type { Application } from './use-application.ts';

const KEPT_ANSWERS_STORAGE_KEY = 'aplicacao_respostas';

function readKept(): { applicationId?: unknown; answers?: unknown } {
  try {
    return Object(JSON.parse(sessionStorage.getItem(KEPT_ANSWERS_STORAGE_KEY) ?? ''));
  } catch {
    return {};
  }
}

/** Writes to the tab's own storage, which ends with the tab. */
function writeKept(kept: object): void {
  try {
    sessionStorage.setItem(KEPT_ANSWERS_STORAGE_KEY, JSON.stringify(kept));
  } catch {
    // A reload loses the answers where the storage is refused or full.
  }
}

/**
 * Keeps the application's id and answers until the dialog is closed or the application is sent, because in-app browsers
 * reload a page to which a visitor returns from another app.
 */
export function useKeptAnswers({ state, read, restore }: Application): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form has loaded
  useEffect(() => {
    const { applicationId, answers: kept } = readKept();
    const opened = read();
    if (!opened.applicationId || typeof applicationId !== 'string') return;
    const answers = { ...opened.answers };
    // The form may have had other questions before the reload.
    for (const key of Object.keys(answers)) {
      const text = Object(kept)[key];
      if (typeof text === 'string') answers[key] = text;
    }
    restore({ ...opened, applicationId, answers });
  }, []);
  const { applicationId, answers, step } = state;
  useEffect(() => {
    const isAsked = applicationId !== '' && step < 5;
    writeKept(isAsked ? { applicationId, answers } : {});
  }, [applicationId, answers, step]);
}
