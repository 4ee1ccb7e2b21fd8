import type { ApplicationField } from '@funil/contract/application-rules';
import { useEffect, useState } from 'react';
import { announceForm, type FormEvent } from '../../capture/form-events.ts';

const announce = (detail: Omit<FormEvent, 'form'>) => announceForm({ form: 'aplicacao', ...detail });

/** Tells one opening's course: started, and completed or abandoned once. */
export function createFormEvents() {
  let field: ApplicationField | undefined;
  let step = 0;
  let isOver = false;
  return {
    open() {
      field = undefined;
      step = 0;
      isOver = false;
    },
    show(shown: number) {
      if (shown === step) return;
      step = shown;
      announce({ action: 'step', step });
    },
    type(typed: ApplicationField) {
      const isFirst = field === undefined;
      field = typed;
      if (isFirst) announce({ action: 'start', step, field });
    },
    complete(ref: string) {
      isOver = true;
      announce({ action: 'complete', step, ref });
    },
    abandon() {
      if (field === undefined || isOver) return;
      isOver = true;
      announce({ action: 'abandon', step, field });
    },
  };
}

/** The events of the application's form; leaving the page abandons it. */
export function useFormEvents() {
  const [events] = useState(createFormEvents);
  useEffect(() => {
    window.addEventListener('pagehide', events.abandon);
    return () => window.removeEventListener('pagehide', events.abandon);
  }, [events]);
  return events;
}
