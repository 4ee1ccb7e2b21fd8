import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import { APPLICATION_RULES } from '@funil/contract/application-rules';
import type { ChangeEvent, InputHTMLAttributes, ReactNode } from 'react';
import type { Application } from './use-application.ts';

export interface StepProps {
  content: ApplicationModalContent;
  application: Application;
}

interface FieldProps extends StepProps {
  name: keyof ApplicationModalContent['fields'];
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const idOf = (name: string) => `application-${name}`;

/** Attributes of every control. */
function controlOf({ name, content, application }: FieldProps) {
  const id = idOf(name);
  const error = application.state.errors[name];
  const { hint } = content.fields[name];
  const descriptions = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    name,
    value: application.state.data[name],
    required: !APPLICATION_RULES[name].isValid(''),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': descriptions || undefined,
    onChange: ({ target }: ChangeEvent<Control>) => application.edit(name, target.value),
    onBlur: () => application.leave(name),
  };
}

/** Attributes of text fields. */
const textOf = ({ name, content }: FieldProps) => ({
  placeholder: content.fields[name].placeholder,
  maxLength: APPLICATION_RULES[name].length,
  className: 'field',
});

interface FrameProps extends FieldProps {
  isWide?: boolean;
  children: ReactNode;
}

/** A label, its control, and space for a message, so that nothing moves when it appears. */
function Field({ name, content, application, isWide, children }: FrameProps) {
  const id = idOf(name);
  const { label, hint } = content.fields[name];
  const isOptional = APPLICATION_RULES[name].isValid('');
  return (
    <div className="application-field" data-wide={isWide}>
      <label htmlFor={id}>
        {label} {isOptional && <span className="font-normal text-muted">{content.optional}</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className="field-error" aria-live="polite">
        {application.state.errors[name]}
      </p>
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  /** For `data-mask` see masks.ts. */
  input: InputHTMLAttributes<HTMLInputElement> & { 'data-mask'?: 'whatsapp' | 'instagram' };
}

export const TextField = ({ input, ...props }: TextFieldProps) => (
  <Field {...props}>
    <input {...controlOf(props)} {...textOf(props)} type="text" enterKeyHint="next" {...input} />
  </Field>
);

export const LongTextField = (props: FieldProps) => (
  <Field {...props} isWide>
    <textarea {...controlOf(props)} {...textOf(props)} rows={3} />
  </Field>
);

interface SelectFieldProps extends FieldProps {
  name: 'faturamento' | 'cronograma';
}

export function SelectField(props: SelectFieldProps) {
  const control = controlOf(props);
  const { placeholder, options } = props.content.fields[props.name];
  return (
    <Field {...props}>
      <select {...control} className="field field-select" data-empty={control.value === ''}>
        <option value="">{placeholder}</option>
        {Object.entries(options).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}
