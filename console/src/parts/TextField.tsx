import { type ComponentProps, useId } from 'react';

interface Props extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  /** What is wrong with it, said below. */
  error?: string | null;
  /** What to know before typing; an error takes its place. */
  hint?: string;
}

/** One line to type into: its label above, what is wrong below. */
export function TextField({ label, error = null, hint, className = '', ...input }: Props) {
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
      {error !== null ? (
        <p className="field-error" id={`${id}-told`} role="alert">
          {error}
        </p>
      ) : (
        hint && (
          <p className="small muted" id={`${id}-told`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
