import { type ComponentProps, type Ref, useId } from 'react';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  error?: string | null;
  /** Shown below the field if there is no error. */
  hint?: string;
}

export function TextField({ label, error = null, hint, className = '', ...input }: TextFieldProps) {
  const id = useId();
  const hasMessage = error !== null || hint !== undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        aria-invalid={error !== null}
        {...input}
        id={id}
        className={`input ${className}`}
        aria-describedby={hasMessage ? `${id}-message` : undefined}
      />
      {hasMessage && (
        <p
          className={error === null ? 'small muted' : 'field-error'}
          id={`${id}-message`}
          role={error === null ? undefined : 'alert'}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string;
  ref?: Ref<HTMLTextAreaElement>;
}

/** `children` stand below the text area. */
export function TextArea({ label, children, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea {...area} id={id} className="input" />
      {children}
    </div>
  );
}

export type Option = readonly [value: string, label: string];

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'children' | 'onChange'> {
  label: string;
  options: readonly Option[];
  onChange?: (value: string) => void;
  /** Shows the label to screen readers only. */
  isLabelHidden?: boolean;
}

export function SelectField(props: SelectFieldProps) {
  const { label, options, onChange, isLabelHidden = false, ...select } = props;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'out-of-sight' : undefined}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        className="input"
        onChange={onChange && (({ target }) => onChange(target.value))}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

export function FieldError({ children }: { children: string | null }) {
  if (children === null) return null;
  return (
    <p className="field-error" role="alert">
      {children}
    </p>
  );
}
