import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import { type ApplicationField, fitApplication, fitDraft } from '@funil/contract/application-rules';
import { useCallback, useRef, useState } from 'react';
import { toast } from 'sonner';
import { type InsertResult, insertRow } from '../../capture/insert-row.ts';
import type { FormEvent } from '../../tracking/form-sessions.ts';
import { reportFormEvent } from '../../tracking/watch/forms.ts';
import { readJourney } from '../../visitor/journey.ts';
import { readUtms } from '../../visitor/utm.ts';
import { timeUuid } from '../../visitor/uuid.ts';
import { notify } from '../FormStatus.tsx';
import { createIdempotencyKeys } from '../idempotency-keys.ts';
import { findSuspicion } from '../RobotTrap.tsx';
import { useAutoSave } from '../use-auto-save.ts';
import { useDrafts } from './drafts.ts';
import { CLOSED, type FlowAction, type FlowState, reduceFlow } from './flow.ts';
import { useBackgroundSend } from './use-background-send.ts';

/** The flow in React. `dispatch` and `read` give the state at once, not at the next rendering. */
function useFlow() {
  const [state, setState] = useState(CLOSED);
  const latest = useRef(state);
  const read = useCallback(() => latest.current, []);
  const dispatch = useCallback((action: FlowAction): FlowState => {
    latest.current = reduceFlow(latest.current, action);
    setState(latest.current);
    return latest.current;
  }, []);
  return { state, read, dispatch };
}

type Texts = ApplicationModalContent['toasts']['failure'];
type Failure = Extract<InsertResult, { ok: false }>;

function reasonOf(failure: Failure): keyof Texts['reasons'] {
  if (failure.reason === 'unreachable') return 'unreachable';
  if (failure.status === 429) return 'busy';
  return failure.status >= 500 ? 'unavailable' : 'refused';
}

/** Why an application was not taken, in the visitor's words; the backend's own are English. */
function explainFailure({ prefix, reasons, description }: Texts, failure: Failure): string {
  return failure.message ? prefix + reasons[reasonOf(failure)] : description;
}

const tell = (
  { applicationId: ref, step }: FlowState,
  action: FormEvent['action'],
  more: Partial<FormEvent> = {},
) => reportFormEvent({ form: 'application', action, ref, step, ...more });

/** The application with its saves, notices and events: what the modal draws and calls. */
export function useApplication({ toasts, unknownError }: ApplicationModalContent) {
  const { state, read, dispatch } = useFlow();
  const { autoSave, begin, confirm, clear } = useAutoSave();
  const drafts = useDrafts(begin, unknownError);
  const away = useBackgroundSend();
  const [keyFor] = useState(createIdempotencyKeys);
  const openedAt = useRef(0);
  const hasFailed = useRef(false);

  const send = async (sent: FlowState, trap: string) => {
    const { applicationId: id, data } = sent;
    const finish = begin();
    tell(sent, 'saving');
    const visit = { utms: readUtms(), journey: readJourney() };
    const since = openedAt.current;
    const suspect = findSuspicion({ openedAt: since, now: Date.now(), trap });
    const key = keyFor([id, data]);
    const row = { ...fitApplication(id, data, visit), save_id: key };
    const result = await away.follow(insertRow('applications', row, { key, suspect }));
    finish(result);
    const isStillOpen = read().applicationId === id;
    dispatch({ type: result.ok ? 'sent' : 'fail', id });
    tell(sent, result.ok ? 'complete' : 'failed');
    const say = () => {
      if (result.ok) return notify('application', 'success', toasts.success);
      const { title } = toasts.failure;
      const description = explainFailure(toasts.failure, result);
      notify('application', 'error', { title, description });
    };
    if (isStillOpen) return say();
    if (result.ok) return away.tellOutside(say);
    away.keep(sent, since);
    const isClosed = read().applicationId === '';
    if (isClosed) return away.tellOutside(say);
    // Opened anew: whoever has begun another is not torn away from it.
    if (read().step === 0) open();
    say();
  };

  const open = () => {
    const unsent = away.open();
    openedAt.current = unsent?.openedAt ?? Date.now();
    drafts.begin();
    clear();
    if (unsent) dispatch({ type: 'restore', state: unsent.state });
    else dispatch({ type: 'open', id: timeUuid(openedAt.current) });
  };

  return {
    state,
    /** The state as it is now, rendered or not. */
    read,
    autoSave,
    /** Closed while sending: what is told is told outside the dialog. */
    isOutsideDialog: away.isOutsideDialog,
    /** True while an error screen stands in the form's place. */
    hasFailed,
    open,
    close: () => {
      tell(read(), 'close');
      const { applicationId, submission } = read();
      // What is being sent is kept by its send, if that fails.
      if (hasFailed.current && applicationId && submission === 'idle') {
        away.keep(read(), openedAt.current);
      }
      away.close();
      if (!away.isSending()) clear();
      dispatch({ type: 'close' });
    },
    edit: (field: ApplicationField, text: string) => {
      tell(read(), 'start', { field });
      dispatch({ type: 'edit', field, text });
    },
    leave: (field: ApplicationField) => dispatch({ type: 'leave', field }),
    /** Goes on where the step allows it; returns whether it did. */
    next: (): boolean => {
      const before = read();
      const after = dispatch({ type: 'next' });
      if (after.step === before.step) return false;
      tell(after, 'step');
      if (before.step > 0) {
        const isSaved = drafts.keep(fitDraft(after.applicationId, after.data));
        if (isSaved && before.step === 1) confirm();
      }
      return true;
    },
    back: () => tell(dispatch({ type: 'back' }), 'step'),
    /**
     * Sends the application; `trap` is what stands in the field that only robots fill in.
     * @returns whether every field holds to its rule
     */
    submit: (trap: string): boolean => {
      if (read().submission === 'submitting') return true;
      // An earlier failure's notice says nothing of this attempt.
      toast.dismiss();
      const after = dispatch({ type: 'submit' });
      if (after.submission === 'submitting') {
        void send(after, trap);
        return true;
      }
      tell(after, 'step');
      notify('application', 'error', toasts.invalid);
      return false;
    },
  };
}

export type Application = ReturnType<typeof useApplication>;
