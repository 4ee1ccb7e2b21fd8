import type { ApplicationField } from '@funil/contract/application-rules';
import { announceForm, type FormEvent } from '../../capture/form-events.ts';

/** What happens in the form from one opening on. */
export interface FormCourse {
  show: (step: number) => void;
  type: (field: ApplicationField) => void;
  complete: () => void;
  abandon: () => void;
}

/** Announces one opening's course: started once, then completed or abandoned once. */
export function createFormCourse(
  applicationId: string,
  announce: (event: FormEvent) => void = announceForm,
): FormCourse {
  const form = 'aplicacao';
  let step = 0;
  let field: ApplicationField | undefined;
  let isOver = false;
  return {
    show(shown) {
      if (shown === step) return;
      step = shown;
      announce({ form, action: 'step', step });
    },
    type(typed) {
      const isFirst = field === undefined;
      field = typed;
      if (isFirst) announce({ form, action: 'start', step, field, ref: applicationId });
    },
    complete() {
      isOver = true;
      announce({ form, action: 'complete', step, ref: applicationId });
    },
    abandon() {
      if (field === undefined || isOver) return;
      isOver = true;
      announce({ form, action: 'abandon', step, field, ref: applicationId });
    },
  };
}
