import type { FormFieldContent } from '@funil/content/schema/parts';
import type { InputHTMLAttributes } from 'react';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  id: string;
  texts: FormFieldContent;
  error: string | undefined;
}

/** A label, its input, and room for the message of a press that found it wanting. */
export function LeadField({ texts, error, className = '', ...input }: Props) {
  const errorId = `${input.id}-error`;
  return (
    <div>
      <label htmlFor={input.id} className="mb-1.5 block font-semibold">
        {texts.label}
      </label>
      <input
        {...input}
        placeholder={texts.placeholder}
        className={`field ${className}`.trim()}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && errorId}
        required
      />
      <p id={errorId} className="field-error">
        {error}
      </p>
    </div>
  );
}
