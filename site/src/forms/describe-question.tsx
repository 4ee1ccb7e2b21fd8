import type { QuestionContent } from '@funil/content/schema/questions';

export interface DescribedQuestion {
  id: string;
  question: Pick<QuestionContent, 'label' | 'hint' | 'required'>;
  /** Follows the label of a question that visitors may skip. */
  optional: string | undefined;
  error: string | undefined;
  /** A warning, shown if there is no error. */
  doubt: string | undefined;
}

export function describeQuestion({ id, question, optional, error, doubt }: DescribedQuestion) {
  const { label, hint, required } = question;
  const message = error ?? doubt;
  const describedBy = [hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(' ');
  return {
    isInvalid: error ? true : undefined,
    describedBy: describedBy || undefined,
    label: (
      <>
        {label} {!required && <span className="font-normal text-muted">{optional}</span>}
      </>
    ),
    notes: (
      <>
        {hint && (
          <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
            {hint}
          </p>
        )}
        <p
          id={`${id}-error`}
          className="field-error"
          data-doubt={(message && !error) || undefined}
          aria-live="polite"
        >
          {message}
        </p>
      </>
    ),
  };
}
