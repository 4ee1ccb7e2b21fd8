import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import {
  makeApplicationRow,
  makeDraftRow,
} from '@funil/contract/contacts/questions/application-questions';
import { useEffect, useRef, useState } from 'react';
import { attemptSave, type InsertResult, insertRow } from '../../capture/insert-row.ts';
import type { FormEvent } from '../../tracking/form-sessions.ts';
import { reportFormEvent } from '../../tracking/watch/forms.ts';
import { readJourney } from '../../visitor/journey.ts';
import { readOrStoreUtms } from '../../visitor/utm.ts';
import { timeUuid } from '../../visitor/uuid.ts';
import { dismissNotice, notify } from '../FormStatus.tsx';
import { findRobotSignals, type SubmissionHints } from '../Honeypot.tsx';
import { createIdempotencyKeys } from '../idempotency-keys.ts';
import { type FormDialogState, useFormDialog } from '../use-form-dialog.ts';
import { useLatestState } from '../use-latest-state.ts';
import {
  allQuestions,
  createFlow,
  type FlowAction,
  type FlowState,
  type QuestionSteps,
} from './flow.ts';
import { useDrafts } from './use-drafts.ts';

/** `dispatch` returns the new state. */
function useFlow(questionSteps: QuestionSteps) {
  const [{ closedState, reduce, canProceed }] = useState(() => createFlow(questionSteps));
  const [state, read, change] = useLatestState(closedState);
  const dispatch = (action: FlowAction): FlowState => {
    change(reduce(read(), action));
    return read();
  };
  return { state, read, dispatch, canProceed: canProceed(state) };
}

interface UnsentApplication {
  state: FlowState;
  openedAt: number;
}

/** Shows the result of sending outside a closed dialog, and returns a failed application at the next opening. */
function useBackgroundSend({ showsStatusOnPage }: FormDialogState) {
  const [waitingNotice, setWaitingNotice] = useState<() => void>();
  const pendingSends = useRef(0);
  const unsentApplication = useRef<UnsentApplication>(undefined);
  // A closed dialog hides its notices, so a notice waits until React has moved them out of the dialog.
  useEffect(() => {
    if (!showsStatusOnPage || !waitingNotice) return;
    setWaitingNotice(undefined);
    waitingNotice();
  }, [showsStatusOnPage, waitingNotice]);

  return {
    isSending: () => pendingSends.current > 0,
    async trackSend<Result>(sending: Promise<Result>): Promise<Result> {
      pendingSends.current += 1;
      const result = await sending;
      pendingSends.current -= 1;
      return result;
    },
    /** Shows a notice outside the dialog, now or once the dialog is closed. */
    notifyOutside: (show: () => void) => setWaitingNotice(() => show),
    keepUnsent: (state: FlowState, openedAt: number) => {
      unsentApplication.current = { state: { ...state, submission: 'idle' }, openedAt };
    },
    isResultPending: () => pendingSends.current > 0 || waitingNotice !== undefined,
    /** Returns and forgets the failed application. */
    takeUnsent: (): UnsentApplication | undefined => {
      const unsent = unsentApplication.current;
      unsentApplication.current = undefined;
      // The restored form replaces the notice.
      if (unsent) setWaitingNotice(undefined);
      return unsent;
    },
  };
}

type FailureTexts = ApplicationModalContent['toasts']['failure'];
type FailedInsert = Extract<InsertResult, { ok: false }>;

function failureReason(failure: FailedInsert): keyof FailureTexts['reasons'] {
  if (failure.reason !== 'refused') return 'unreachable';
  if (failure.status === 429) return 'busy';
  return failure.status >= 500 ? 'unavailable' : 'refused';
}

/** The backend's messages are English, so the status decides the Portuguese reason. */
export function explainFailedSend(
  { prefix, reasons, description }: FailureTexts,
  failure: FailedInsert,
): string {
  if (failure.reason === 'unexpected') return description;
  return prefix + reasons[failureReason(failure)];
}

function notifyResult(
  { success, failure }: ApplicationModalContent['toasts'],
  result: InsertResult,
) {
  if (result.ok) return notify('application', 'success', success);
  const description = explainFailedSend(failure, result);
  notify('application', 'error', { title: failure.title, description });
}

/** Returns a function that saves an application. Saving unchanged answers again stores no second application. */
function createApplicationSaver(questionSteps: QuestionSteps) {
  const keyFor = createIdempotencyKeys();
  return ({ applicationId: id, answers }: FlowState, openedAt: number, hints: SubmissionHints) =>
    attemptSave(() => {
      const visit = { utms: readOrStoreUtms(), journey: readJourney() };
      const suspect = findRobotSignals({ openedAt, now: Date.now(), ...hints });
      const key = keyFor([id, answers]);
      const row = {
        ...makeApplicationRow(id, allQuestions(questionSteps), answers, visit),
        save_id: key,
      };
      return insertRow('applications', row, { key, suspect });
    });
}

const reportApplication = (
  { applicationId: rowKey, step }: FlowState,
  action: FormEvent['action'],
  details: Partial<FormEvent> = {},
) => reportFormEvent({ form: 'application', action, rowKey, step, ...details });

/** Begins an application when its dialog opens, ends it when the dialog closes, and sends it. */
function useApplicationDialog(
  { toasts, unknownError, steps }: ApplicationModalContent,
  onOpen: () => void,
) {
  const flow = useFlow(steps.asking);
  const { read, dispatch } = flow;
  const formDialog = useFormDialog('application', 'application-modal', {
    onOpen: () => {
      beginApplication();
      onOpen();
    },
    onClose: () => endApplication(),
  });
  const { dialog, openedAt, beginSave, showSaved, hideIndicator } = formDialog;
  const drafts = useDrafts(beginSave, unknownError);
  const background = useBackgroundSend(dialog);
  const [saveApplication] = useState(() => createApplicationSaver(steps.asking));

  const send = async (sent: FlowState, hints: SubmissionHints) => {
    const { applicationId: id } = sent;
    const endSave = beginSave();
    reportApplication(sent, 'saving');
    const sentOpenedAt = openedAt.current;
    const result = await background.trackSend(saveApplication(sent, sentOpenedAt, hints));
    const isStillOpen = read().applicationId === id;
    // In an open dialog the last step confirms the application, so no notice is needed.
    const dialogShowsSuccess = isStillOpen && result.ok;
    if (dialogShowsSuccess) hideIndicator();
    else endSave(result);
    dispatch({ type: result.ok ? 'sent' : 'failed', id });
    reportApplication(sent, result.ok ? 'complete' : 'failed');
    if (dialogShowsSuccess) return;
    const showResult = () => notifyResult(toasts, result);
    if (isStillOpen) return showResult();
    if (result.ok) return background.notifyOutside(showResult);
    background.keepUnsent(sent, sentOpenedAt);
    const isClosed = !read().applicationId;
    if (isClosed) return background.notifyOutside(showResult);
    // The visitor has opened a new application. If it is still empty, the failed one replaces it.
    if (read().step === 0) beginApplication();
    showResult();
  };

  const beginApplication = () => {
    const unsent = background.takeUnsent();
    if (unsent) openedAt.current = unsent.openedAt;
    drafts.begin();
    hideIndicator();
    dispatch(
      unsent
        ? { type: 'restore', state: unsent.state }
        : { type: 'open', id: timeUuid(openedAt.current) },
    );
  };

  const endApplication = () => {
    reportApplication(read(), 'close');
    const { applicationId, submission } = read();
    // Keeps only an application that was not sent yet; `send` keeps one that fails.
    if (dialog.errorScreenShownRef.current && applicationId && submission === 'idle') {
      background.keepUnsent(read(), openedAt.current);
    }
    if (!background.isSending()) hideIndicator();
    dispatch({ type: 'close' });
    return background.isResultPending();
  };

  return { ...flow, dialog, drafts, showSaved, send };
}

export function useApplication(content: ApplicationModalContent, onOpen: () => void) {
  const { state, read, dispatch, canProceed, dialog, drafts, showSaved, send } =
    useApplicationDialog(content, onOpen);
  return {
    state,
    read,
    canProceed,
    dialog,
    dispatch,
    editField: (field: string, text: string) => {
      reportApplication(read(), 'start', { field });
      dispatch({ type: 'edit', field, text });
    },
    leaveField: (field: string) => dispatch({ type: 'leave', field }),
    /** Goes to the next step if this one is valid; returns whether it did. */
    next: (): boolean => {
      const { step } = read();
      const stateAfter = dispatch({ type: 'next' });
      if (stateAfter.step === step) return false;
      reportApplication(stateAfter, 'step');
      if (step > 0) {
        const { applicationId, answers } = stateAfter;
        const wasAlreadySaved = drafts.save(makeDraftRow(applicationId, answers));
        if (wasAlreadySaved && step === 1) showSaved();
      }
      return true;
    },
    back: (): boolean => {
      const { step } = read();
      const stateAfter = dispatch({ type: 'back' });
      reportApplication(stateAfter, 'step');
      return stateAfter.step < step;
    },
    /** Sends the application if every field is valid; returns whether all are. */
    submit: (hints: SubmissionHints): boolean => {
      if (read().submission === 'submitting') return true;
      dismissNotice('application');
      const stateAfter = dispatch({ type: 'submit' });
      if (stateAfter.submission === 'submitting') {
        void send(stateAfter, hints);
        return true;
      }
      reportApplication(stateAfter, 'step');
      notify('application', 'error', content.toasts.invalid);
      return false;
    },
  };
}

export type OpenApplication = Omit<ReturnType<typeof useApplication>, 'dialog'>;
