import { type RefObject, useEffect } from 'react';
import type { FlowState } from './flow.ts';
import type { OpenApplication } from './use-application.ts';

// Importing visitor/storage.ts would make the build move that module into a file that the page script fetches.
const KEPT_ANSWERS_STORAGE_KEY = 'aplicacao_respostas';
const KEPT_ANSWERS_LIMIT_MS = 30 * 60_000;

interface KeptAnswers {
  answers?: object;
  /** The application's id once it was sent, because an earlier attempt may have been stored. */
  sentId?: string | undefined;
}

/** Browsers copy a tab's storage to a duplicate of the tab and bring it back with a reopened tab, hence the time. */
function writeKeptAnswers(kept?: KeptAnswers): void {
  try {
    sessionStorage.setItem(KEPT_ANSWERS_STORAGE_KEY, JSON.stringify({ at: Date.now(), ...kept }));
  } catch {
    // Nothing is kept where the storage is refused or full.
  }
}

function readKeptAnswers(): KeptAnswers | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT_ANSWERS_STORAGE_KEY) ?? '');
    return Date.now() - kept.at < KEPT_ANSWERS_LIMIT_MS ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the next opening fills the kept answers in: after a load of the page or a closing by the back gesture. */
let restoresNext = true;

let sentId: string | undefined;

/** Fills the answers in again at the next opening, unless the application is being sent. */
export function restoreAtNextOpening({ submission }: FlowState): void {
  restoresNext = submission === 'idle';
}

/**
 * Keeps the answers until the dialog is closed or the application is stored, because in-app browsers reload a page to
 * which a visitor returns. The id is kept only once the application was sent, so that sending it again stores no second
 * one, but another person may go on with unsent answers.
 */
export function useKeptAnswers(
  { state, read, dispatch }: OpenApplication,
  formRef: RefObject<HTMLFormElement | null>,
): void {
  const { applicationId, answers, step, submission } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each opening
  useEffect(() => {
    const opened = read();
    if (!opened.applicationId) return;
    const kept = restoresNext ? readKeptAnswers() : undefined;
    restoresNext = false;
    // An application that failed to be sent has its answers already. An empty Instagram name is “@”.
    if (!Object.values(opened.answers).some((text) => text.length > 1)) {
      if (!kept?.answers) return;
      const restored = { ...opened.answers };
      // The form may have had other questions before the reload.
      for (const key of Object.keys(restored)) {
        const text: unknown = Reflect.get(Object(kept.answers), key);
        if (typeof text === 'string') restored[key] = text;
      }
      // The backend refuses an id that is malformed.
      const [id] = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.exec(`${kept.sentId}`) ?? [];
      sentId = id ?? sentId;
      dispatch({
        type: 'restore',
        state: { ...opened, applicationId: id ?? opened.applicationId, answers: restored },
      });
    }
    // The answers count as pasted (Honeypot.tsx). A kept id renders a new honeypot, and runs this effect again.
    formRef.current?.dispatchEvent(new Event('paste'));
  }, [applicationId]);
  useEffect(() => {
    if (submission === 'submitting') sentId = applicationId;
    const isUnsent = applicationId !== '' && step < 5;
    const mayBeStored = sentId === applicationId;
    if (isUnsent) writeKeptAnswers({ answers, ...(mayBeStored && { sentId }) });
    else if (!restoresNext) writeKeptAnswers();
  }, [applicationId, answers, step, submission]);
}
