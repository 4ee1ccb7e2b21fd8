/** What happens in a form, told to whoever counts it. Never carries what was typed. */
export interface FormEvent {
  /** `start`: typed in. `step`: another step shown. `saving`: sent, not yet answered; ends in `complete`
   *  (confirmed) or `failed`. `close`: closed by the visitor. */
  action: 'start' | 'step' | 'saving' | 'complete' | 'failed' | 'close';
  form: 'aplicacao' | 'lead';
  /** The last step shown. */
  step?: number;
  /** Name of the last field typed in. */
  field?: string;
  /** Joins the event to the row saved: an application's id, a lead's idempotency key. */
  ref?: string;
}

declare global {
  interface DocumentEventMap {
    'funil:form': CustomEvent<FormEvent>;
  }
}

export function announceForm(detail: FormEvent): void {
  document.dispatchEvent(new CustomEvent('funil:form', { detail }));
}

/** Hears what forms announce. */
export function hearForms(hear: (event: FormEvent) => void): void {
  document.addEventListener('funil:form', ({ detail }) => hear(detail));
}
