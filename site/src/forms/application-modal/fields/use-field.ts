import { APPLICATION_RULES } from '@funil/contract/application-rules';
import type { ChangeEvent } from 'react';
import type { StepProps } from '../steps/step-props.ts';

/** The fields some step asks, each with its texts in content. */
export type AskedField = keyof StepProps['content']['fields'];

export interface FieldProps extends StepProps {
  name: AskedField;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A field's texts, its state, and the attributes every kind of control shares. */
export function useField({ name, content, application }: FieldProps) {
  const rule = APPLICATION_RULES[name];
  const error = application.state.errors[name];
  const isRequired = !rule.isValid('');
  const id = `application-${name}`;
  const texts = content.fields[name];
  const described = [texts.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    frame: { id, label: texts.label, hint: texts.hint, error, isRequired },
    placeholder: texts.placeholder,
    maxLength: rule.length,
    control: {
      id,
      name,
      value: application.state.data[name],
      required: isRequired,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described || undefined,
      onChange: ({ target }: ChangeEvent<Control>) => application.edit(name, target.value),
      onBlur: () => application.leave(name),
    },
  };
}
