import { type ComponentProps, type Ref, useId } from 'react';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  /** The error message, shown below the field. */
  error?: string | null;
  /** A hint below the field; an error message replaces it. */
  hint?: string;
}

/** A text field of one line, with its label above and its error message below. */
export function TextField({ label, error = null, hint, className = '', ...input }: TextFieldProps) {
  const id = useId();
  const isTold = error !== null || hint !== undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        aria-invalid={error !== null}
        {...input}
        id={id}
        className={`input ${className}`}
        aria-describedby={isTold ? `${id}-told` : undefined}
      />
      {isTold && (
        <p
          className={error === null ? 'small muted' : 'field-error'}
          id={`${id}-told`}
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

/** Several lines to type into, below their label; `children` stand below the lines. */
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
  /** Whether the label is read out only. */
  isLabelHidden?: boolean;
}

/** One of a few, to choose below its label. */
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
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A failure below a form or a button; null: none. */
export function FieldError({ children }: { children: string | null }) {
  if (children === null) return null;
  return (
    <p className="field-error" role="alert">
      {children}
    </p>
  );
}
