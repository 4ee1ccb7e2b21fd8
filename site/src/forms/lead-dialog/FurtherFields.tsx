import type { LeadDialogContent } from '@funil/content/schema/lead-dialog';
import type { QuestionContent } from '@funil/content/schema/questions';
import { leadRuleOf } from '@funil/contract/contacts/lead-questions';
import { addStyle } from '../add-style.ts';
import choicesStyles from '../choices.css?inline';
import { describeQuestion } from '../describe-question.tsx';
import { QuestionControl } from '../QuestionControl.tsx';
import { nativeLimits } from '../question-inputs.ts';
import selectStyles from '../select.css?inline';
import type { LeadForm } from './use-lead-form.ts';

addStyle(choicesStyles + selectStyles);

const LABEL_CLASSES = 'mb-1.5 block font-semibold';

interface Props {
  content: LeadDialogContent;
  form: LeadForm;
}

interface QuestionProps extends Props {
  question: QuestionContent;
}

/** Uncontrolled, like all fields of this form. */
function FurtherField({ question, content, form }: QuestionProps) {
  const { key, required } = question;
  const id = `lead-${key}`;
  const texts = { question, optional: content.optional };
  const messages = { error: form.errors[key], doubt: form.doubts[key] };
  const { label, notes, isInvalid, describedBy } = describeQuestion({ id, ...texts, ...messages });
  const shared = { name: key, 'aria-invalid': isInvalid, 'aria-describedby': describedBy };
  if (question.kind === 'choices') {
    return (
      <fieldset aria-describedby={describedBy}>
        <legend className={LABEL_CLASSES}>{label}</legend>
        <div className="choices">
          {question.options.map((option) => (
            <label key={option.key} className="choice">
              <input {...shared} type="checkbox" value={option.key} /> {option.label}
            </label>
          ))}
        </div>
        {notes}
      </fieldset>
    );
  }
  return (
    <div>
      <label htmlFor={id} className={LABEL_CLASSES}>
        {label}
      </label>
      <QuestionControl
        question={question}
        attributes={{ ...shared, id, required, className: 'field' }}
        text={nativeLimits(question.kind, leadRuleOf(question))}
      />
      {notes}
    </div>
  );
}

/** The questions that content adds; without any the file is not built (content-modules.ts). */
export const FurtherFields = (props: Props) =>
  props.content.questions?.map((question) => (
    <FurtherField key={question.key} question={question} {...props} />
  ));
