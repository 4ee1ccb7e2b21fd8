import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import type { QuestionContent } from '@funil/content/schema/questions';
import { doubtAbout } from '@funil/contract/contacts/lead-rules';
import { ruleOf } from '@funil/contract/contacts/questions';
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
  const message = error ?? doubtAbout(data[key] ?? '', ruleOf(question));
  const described = [hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(' ');
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
    isInvalid: error ? true : undefined,
    described: described || undefined,
  };
}
