const EVENT = 'funil:form';

/** A moment of a form. `field` is a field's name, never its value; `ref` is the stored row's id. */
export interface FormEvent {
  action: 'start' | 'complete' | 'abandon';
  form: 'lead' | 'aplicacao';
  step?: number;
  field?: string;
  ref?: string;
}

/** Tells whoever listens, the tracker above all, what happened in a form. */
export function announceForm(detail: FormEvent): void {
  document.dispatchEvent(new CustomEvent(EVENT, { detail }));
}

/** Hears what forms announce. */
export function hearForms(hear: (event: FormEvent) => void): void {
  document.addEventListener(EVENT, (event) => hear((event as CustomEvent<FormEvent>).detail));
}
