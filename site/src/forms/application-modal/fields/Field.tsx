import type { ReactNode } from 'react';

interface Props {
  id: string;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  /** Follows the label of a field that may stay empty. */
  optional: string | false;
  isWide?: boolean;
  children: ReactNode;
}

/** A label, its control, and room for a message, so that nothing moves when one appears. */
export function Field({ id, label, hint, error, optional, isWide, children }: Props) {
  return (
    <div className="application-field" data-wide={isWide}>
      <label htmlFor={id}>
        {label} {optional && <span className="font-normal text-muted">{optional}</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className="field-error" aria-live="polite">
        {error}
      </p>
    </div>
  );
}
