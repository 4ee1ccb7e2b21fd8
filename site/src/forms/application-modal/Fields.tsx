import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import { APPLICATION_RULES } from '@funil/contract/application-rules';
import type { ChangeEvent, InputHTMLAttributes, ReactNode } from 'react';
import type { Application } from './use-application.ts';

/** Props of every step from 1 on. */
export interface StepProps {
  content: ApplicationModalContent;
  application: Application;
}

interface FieldProps extends StepProps {
  name: keyof ApplicationModalContent['fields'];
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const idOf = (name: string) => `application-${name}`;

/** The attributes that every kind of control shares. */
function controlOf({ name, content, application }: FieldProps) {
  const id = idOf(name);
  const error = application.state.errors[name];
  const { hint } = content.fields[name];
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    name,
    value: application.state.data[name],
    required: !APPLICATION_RULES[name].isValid(''),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
    onChange: ({ target }: ChangeEvent<Control>) => application.edit(name, target.value),
    onBlur: () => application.leave(name),
  };
}

/** The attributes that only fields of typed text have. */
const textOf = ({ name, content }: FieldProps) => ({
  placeholder: content.fields[name].placeholder,
  maxLength: APPLICATION_RULES[name].length,
  className: 'field',
});

interface FrameProps extends FieldProps {
  isWide?: boolean;
  children: ReactNode;
}

/** A label, its control, and room for a message, so that nothing moves when one appears. */
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
  /** `data-mask`: how what is typed is formatted, see masks.ts. */
  input: InputHTMLAttributes<HTMLInputElement> & { 'data-mask'?: 'whatsapp' | 'instagram' };
}

/** One line of text. */
export const TextField = ({ input, ...props }: TextFieldProps) => (
  <Field {...props}>
    <input {...controlOf(props)} {...textOf(props)} type="text" enterKeyHint="next" {...input} />
  </Field>
);

/** Several lines of text. */
export const LongTextField = (props: FieldProps) => (
  <Field {...props} isWide>
    <textarea {...controlOf(props)} {...textOf(props)} rows={3} />
  </Field>
);

interface SelectFieldProps extends FieldProps {
  name: 'faturamento' | 'cronograma';
}

/** One of a few options, in the list the visitor's own system shows. */
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
