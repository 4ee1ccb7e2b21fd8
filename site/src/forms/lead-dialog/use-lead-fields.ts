import { formatPhone } from '@funil/contract/contacts/phone';
import type { TypedAnswers } from '@funil/contract/contacts/questions/form-questions';
import { findLeadDoubt, findLeadErrors } from '@funil/contract/contacts/questions/lead-questions';
import type { Question } from '@funil/contract/contacts/questions/question';
import { type FocusEvent, type FormEvent, useCallback, useRef, useState } from 'react';

/** Returns the typed answers; formats the phone in case the mask has not loaded. */
export function readTyped(form: HTMLFormElement, questions: readonly Question[]): TypedAnswers {
  const formData = new FormData(form);
  return Object.fromEntries(
    questions.map(({ key }) => {
      const text = formData.getAll(key).join(',');
      return [key, key === 'telefone' ? formatPhone(text) : text];
    }),
  );
}

function fillFields(form: HTMLFormElement | null, typed: TypedAnswers): void {
  for (const control of form?.elements ?? []) {
    const text = typed[fieldNameOf(control)];
    if (text === undefined || !('value' in control)) continue;
    if (isCheckbox(control)) control.checked = text.split(',').includes(control.value);
    else if (control.value === '') control.value = text;
  }
}

/** Sets each value, because after `form.reset()` React would ignore the same text typed again. */
function clearFields(form: HTMLFormElement | null): void {
  for (const control of form?.elements ?? []) {
    if (isCheckbox(control)) control.checked = false;
    else if ('value' in control) control.value = '';
  }
}

const fieldNameOf = (target: EventTarget | null): string =>
  target && 'name' in target ? String(target.name) : '';

const isCheckbox = (control: Element): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === 'checkbox';

/** A form that throws during hydration loses its inputs, so their text is read before. */
function readEarlyFields(questions: readonly Question[]): TypedAnswers {
  const isServer = typeof document === 'undefined';
  const form = isServer ? null : document.querySelector<HTMLFormElement>('#lead-dialog form');
  return form ? readTyped(form, questions) : {};
}

export function useLeadFields(questions: readonly Question[]) {
  const formRef = useRef<HTMLFormElement>(null);
  // Keeps the typed texts while an error screen replaces the inputs.
  const typed = useRef<TypedAnswers>(null);
  typed.current ??= readEarlyFields(questions);
  // True at first, because the button must work before the scripts arrive; until then the browser checks the fields.
  const [isValid, setIsValid] = useState(true);
  const [errors, setErrors] = useState<TypedAnswers>({});
  const [doubts, setDoubts] = useState<Readonly<Record<string, string | undefined>>>({});

  const rereadFields = () => {
    if (!formRef.current) return;
    const answers = readTyped(formRef.current, questions);
    typed.current = answers;
    setIsValid(Object.keys(findLeadErrors(questions, answers)).length === 0);
    const doubtOf = (question: Question) => findLeadDoubt(question, answers[question.key]);
    setDoubts(Object.fromEntries(questions.map((question) => [question.key, doubtOf(question)])));
  };

  return {
    formRef,
    isValid,
    errors,
    doubts,
    rereadFields,
    /** Focuses the first invalid field. Returns whether there is one. */
    showErrors(form: HTMLFormElement): boolean {
      const foundErrors = findLeadErrors(questions, readTyped(form, questions));
      setErrors(foundErrors);
      const [firstInvalidKey] = Object.keys(foundErrors);
      if (firstInvalidKey === undefined) return false;
      form.querySelector<HTMLElement>(`[name="${firstInvalidKey}"]`)?.focus();
      return true;
    },
    areFieldsEmpty: () => Object.values(typed.current ?? {}).every((text) => text === ''),
    emptyFields() {
      setIsValid(false);
      setErrors({});
      setDoubts({});
      typed.current = {};
      clearFields(formRef.current);
    },
    /** Fills the fields with the typed texts, because a form that returns after an error has empty fields. */
    refillFields: useCallback(() => fillFields(formRef.current, typed.current ?? {}), []),
    editField({ target }: FormEvent<HTMLFormElement>) {
      rereadFields();
      setErrors(({ [fieldNameOf(target)]: _removed, ...others }) => others);
    },
    /** Shows the error of the field that was left, unless the field is empty. */
    leaveField({ target }: FocusEvent<HTMLFormElement>) {
      const name = fieldNameOf(target);
      const error = findLeadErrors(questions, typed.current ?? {})[name];
      if (typed.current?.[name] && error) setErrors((others) => ({ ...others, [name]: error }));
    },
  };
}
