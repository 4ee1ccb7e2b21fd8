import type { LeadDialogContent } from '@funil/content/schema/lead-dialog';
import type { QuestionContent } from '@funil/content/schema/questions';
import { leadRuleOf } from '@funil/contract/contacts/lead-questions';
import { addStyle } from '../add-style.ts';
import choicesStyles from '../choices.css?inline';
import { nativeLimits } from '../native-limits.ts';
import { INPUTS } from '../question-inputs.ts';
import type { LeadForm } from './use-lead-form.ts';

addStyle(choicesStyles);

const LABEL = 'mb-1.5 block font-semibold';

interface Props {
  content: LeadDialogContent;
  form: LeadForm;
}

interface QuestionProps extends Props {
  question: QuestionContent;
}

/** The control of a question. Uncontrolled, as all of this form's fields. */
function Control({
  question,
  form,
  id,
  described,
}: QuestionProps & { id: string; described: string | undefined }) {
  const { key, kind, required } = question;
  const shared = {
    name: key,
    'aria-invalid': form.errors[key] ? true : undefined,
    'aria-describedby': described,
  };
  if (kind === 'choices') {
    return (
      <div className="choices">
        {question.options.map((option) => (
          <label key={option.key} className="choice">
            <input {...shared} type="checkbox" value={option.key} /> {option.label}
          </label>
        ))}
      </div>
    );
  }
  const field = { ...shared, id, required, className: 'field' };
  if (kind === 'choice') {
    return (
      <select {...field}>
        <option value="">{question.placeholder}</option>
        {question.options.map((option) => (
          <option key={option.key} value={option.key}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  const text = {
    ...field,
    placeholder: question.placeholder,
    ...nativeLimits(kind, leadRuleOf(question)),
  };
  if (kind === 'longText') return <textarea {...text} rows={3} />;
  return <input {...text} type="text" {...INPUTS[kind]} />;
}

function FurtherField(props: QuestionProps) {
  const { question, content, form } = props;
  const { key, kind, label, hint, required } = question;
  const id = `lead-${key}`;
  const error = form.errors[key];
  const message = error ?? form.doubts[key];
  const described =
    [hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const name = (
    <>
      {label}
      {!required && content.optional && (
        <span className="font-normal text-muted"> {content.optional}</span>
      )}
    </>
  );
  const control = <Control {...props} id={id} described={described} />;
  const notes = (
    <>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className="field-error" data-doubt={(message && !error) || undefined}>
        {message}
      </p>
    </>
  );
  if (kind === 'choices') {
    return (
      <fieldset aria-describedby={described}>
        <legend className={LABEL}>{name}</legend>
        {control}
        {notes}
      </fieldset>
    );
  }
  return (
    <div>
      <label htmlFor={id} className={LABEL}>
        {name}
      </label>
      {control}
      {notes}
    </div>
  );
}

/** The questions that content adds. A page without them is built without this file (site/build/content-modules.ts). */
export const FurtherFields = (props: Props) =>
  props.content.questions?.map((question) => (
    <FurtherField key={question.key} question={question} {...props} />
  ));
