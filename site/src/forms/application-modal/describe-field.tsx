import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import type { QuestionContent } from '@funil/content/schema/questions';
import type { Application } from './use-application.ts';

export interface StepProps {
  content: ApplicationModalContent;
  application: Application;
}

export interface FieldProps<Question extends QuestionContent> extends StepProps {
  question: Question;
}

/** The fields and attributes that every kind of control has. */
export function describeField({ question, content, application }: FieldProps<QuestionContent>) {
  const { key, label, hint, required } = question;
  const { data, errors } = application.state;
  const id = `application-${key}`;
  const error = errors[key];
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    value: data[key] ?? '',
    label: (
      <>
        {label} {!required && <span className="font-normal text-muted">{content.optional}</span>}
      </>
    ),
    notes: (
      <>
        {hint && (
          <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
            {hint}
          </p>
        )}
        <p id={`${id}-error`} className="field-error" aria-live="polite">
          {error}
        </p>
      </>
    ),
    isInvalid: error ? true : undefined,
    described: described || undefined,
  };
}
