import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import type { ToastContent } from '@funil/content/schema/toast';
import type { ApplicationField } from '@funil/contract/application-rules';
import { useRef } from 'react';
import { toast } from 'sonner';
import { saveApplication, saveDraft } from '../../capture/gateway.ts';
import { findSuspicion } from '../../capture/suspicion.ts';
import { useAutoSave } from '../../parts/use-auto-save.ts';
import { readJourney } from '../../visitor/journey.ts';
import { readUtms } from '../../visitor/utm.ts';
import { timeUuid } from '../../visitor/uuid.ts';
import { buildApplication, buildDraft } from './application-row.ts';
import type { FlowState } from './flow.ts';
import { createFormCourse, type FormCourse } from './form-course.ts';
import { useFlow } from './use-flow.ts';
import { useFormCourse } from './use-form-course.ts';

function notify(kind: 'success' | 'error', { title, description }: ToastContent): void {
  toast[kind](title, { description, toasterId: 'application' });
}

/** The application with its saves, notices and events: what the modal draws and calls. */
export function useApplication({ toasts, unknownError }: ApplicationModalContent) {
  const { state, read, dispatch } = useFlow();
  const { autoSave, begin, clear } = useAutoSave();
  const course = useFormCourse();
  /** The last draft saved or on its way, as JSON. */
  const draft = useRef('');
  const openedAt = useRef(0);

  const keepDraft = async ({ applicationId, data }: FlowState) => {
    const row = buildDraft(applicationId, data);
    const words = JSON.stringify(row);
    if (draft.current === words) return;
    draft.current = words;
    const finish = begin();
    const result = await saveDraft(row);
    finish(result.ok);
    if (result.ok) return;
    // Nothing is lost yet: the next step forward tries again, and the application carries it all.
    console.warn('application draft:', result.message || unknownError);
    if (draft.current === words) draft.current = '';
  };

  const send = async ({ applicationId: id, data }: FlowState, sent: FormCourse, trap: string) => {
    const finish = begin();
    const visit = { utms: readUtms(), journey: readJourney() };
    const suspicion = findSuspicion({ openedAt: openedAt.current, now: Date.now(), trap });
    const result = await saveApplication(buildApplication(id, data, visit), suspicion);
    finish(result.ok);
    const isStillOpen = read().applicationId === id;
    dispatch({ type: result.ok ? 'sent' : 'fail', id });
    if (result.ok) sent.complete();
    if (!isStillOpen) {
      if (!result.ok) sent.abandon();
      return;
    }
    if (result.ok) return notify('success', toasts.success);
    const { title, prefix, description } = toasts.failure;
    notify('error', { title, description: result.message ? prefix + result.message : description });
  };

  return {
    state,
    /** The state as it is now, rendered or not. */
    read,
    autoSave,
    open: () => {
      openedAt.current = Date.now();
      const id = timeUuid(openedAt.current);
      course.current = createFormCourse(id);
      dispatch({ type: 'open', id });
    },
    close: () => {
      // Sent and not yet answered is not abandoned.
      if (read().submission === 'idle') course.current.abandon();
      clear();
      dispatch({ type: 'close' });
    },
    edit: (field: ApplicationField, text: string) => {
      course.current.type(field);
      dispatch({ type: 'edit', field, text });
    },
    leave: (field: ApplicationField) => dispatch({ type: 'leave', field }),
    /** Goes on where the step allows it; returns whether it did. */
    next: (): boolean => {
      const before = read();
      const after = dispatch({ type: 'next' });
      if (after.step === before.step) return false;
      course.current.show(after.step);
      if (before.step > 0) void keepDraft(after);
      return true;
    },
    back: () => course.current.show(dispatch({ type: 'back' }).step),
    /** Sends the application; `trap` is what stands in the field that only robots fill in. */
    submit: (trap: string) => {
      if (read().submission === 'submitting') return;
      // An earlier failure's notice says nothing of this attempt.
      toast.dismiss();
      const after = dispatch({ type: 'submit' });
      if (after.submission === 'submitting') void send(after, course.current, trap);
      else notify('error', toasts.invalid);
    },
  };
}

export type Application = ReturnType<typeof useApplication>;
