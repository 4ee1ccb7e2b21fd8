/** What happens in a form, told to whoever counts it. Never carries what was typed. */
export interface FormEvent {
  /** `start`: first input. `step`: another step shown. `complete`: saved and confirmed.
   *  `abandon`: closed or left after a start, without completion. */
  action: 'start' | 'step' | 'complete' | 'abandon';
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
