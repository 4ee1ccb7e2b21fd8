import type { EventPayloads, FormName } from '@funil/contract/visits/event';
import type { FormKey } from '../behaviours/dialog-openers.ts';

const FORM_NAMES: Record<FormKey, FormName> = { lead: 'lead', application: 'aplicacao' };

/** A change in a form, without the typed values. */
export interface FormEvent {
  /** `saving` means sent and unanswered, and ends in `complete` or `failed`. */
  action: 'start' | 'step' | 'saving' | 'complete' | 'failed' | 'close';
  form: FormKey;
  step?: number;
  field?: string;
  /** Joins the event to the saved row: an application's id or a lead's idempotency key. */
  rowKey?: string;
}

type SessionEvent = 'form_start' | 'form_complete' | 'form_abandon';
type Payload = EventPayloads[SessionEvent];

interface FormSession {
  payload: Payload;
  /** True while the form is sent and unanswered. Leaving the page then does not count as abandoning the form. */
  isSaving?: boolean;
  /** True if the form was closed while saving, so that a new application may be open beside this one. */
  isClosed?: boolean;
  /** True after the page was hidden, which counts as abandoning, although the browser may restore the page. */
  isAbandoned?: boolean;
}

/** A session lasts from the first input until the form is complete or abandoned; a restored page starts another. */
export function createFormSessions(report: (name: SessionEvent, payload: Payload) => void) {
  const sessions = new Map<string, FormSession>();

  function start(key: string, payload: Payload): FormSession {
    const earlierSession = sessions.get(key);
    const session = { ...earlierSession, payload: { ...earlierSession?.payload, ...payload } };
    if (!earlierSession || earlierSession.isAbandoned) report('form_start', session.payload);
    session.isAbandoned = session.isClosed = false;
    sessions.set(key, session);
    return session;
  }

  function abandon(session: FormSession): void {
    if (!session.isAbandoned) report('form_abandon', session.payload);
    session.isAbandoned = true;
  }

  return {
    handle({ action, rowKey, form, ...place }: FormEvent): void {
      const payload: Payload = {
        form: FORM_NAMES[form],
        ...place,
        ...(rowKey && { lead_ref: rowKey }),
      };
      // Every opening of the application has a separate id; there is only one short form.
      const sessionKey = form === 'application' ? String(rowKey) : form;
      const session = sessions.get(sessionKey);
      switch (action) {
        case 'start':
          start(sessionKey, payload);
          break;
        case 'step':
          if (session) session.payload = { ...session.payload, ...payload };
          break;
        case 'saving':
          start(sessionKey, payload).isSaving = true;
          break;
        case 'complete':
          sessions.delete(sessionKey);
          report('form_complete', payload);
          break;
        case 'failed':
          if (session) session.isSaving = false;
          break;
        case 'close':
          if (!session) break;
          if (session.isSaving) session.isClosed = form === 'application';
          else {
            sessions.delete(sessionKey);
            abandon(session);
          }
      }
    },
    touch(form: FormKey, field: string): void {
      const session = [...sessions.values()].find(
        ({ payload, isClosed }) => payload.form === FORM_NAMES[form] && !isClosed,
      );
      if (session) session.payload = { ...session.payload, field };
    },
    /** Reports open forms as abandoned when the page is hidden. */
    leave(): void {
      for (const session of sessions.values()) if (!session.isSaving) abandon(session);
    },
  };
}
