import type { ChoicesContent } from '@funil/content/schema/questions';
import type { Question } from '@funil/contract/contacts/questions/question';
import type { FieldRule } from '@funil/contract/text';
import { type DescribedQuestion, describeQuestion } from './describe-question.tsx';
import { QuestionControl } from './QuestionControl.tsx';
import { ATTRIBUTES_BY_COLUMN, nativeLimits } from './question-inputs.ts';

export interface WordedQuestion extends Question {
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly hint?: string | undefined;
  readonly options?: ChoicesContent['options'] | undefined;
}

interface Props extends DescribedQuestion {
  question: WordedQuestion;
  rule: FieldRule;
  /** In a form without scripts, the server replaces these placeholders by the visitor's answer. */
  placeholders?: {
    readonly value: string;
    readonly attributes: Readonly<Record<string, string>>;
    readonly optionAttributes: (key: string) => object;
  };
}

const LABEL_CLASSES = 'mb-1.5 block font-semibold';

export function UncontrolledField({ rule, placeholders, ...description }: Props) {
  const { id, question } = description;
  const { key, kind, required, options = [] } = question;
  const { label, notes, isInvalid, describedBy } = describeQuestion(description);
  const attributes = {
    name: key,
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy,
    ...placeholders?.attributes,
  };
  if (kind === 'choices') {
    return (
      <fieldset aria-describedby={describedBy}>
        <legend className={LABEL_CLASSES}>{label}</legend>
        <div className="choices">
          {options.map((option) => (
            <label key={option.key} className="choice">
              <input
                {...attributes}
                type="checkbox"
                value={option.key}
                {...placeholders?.optionAttributes(option.key)}
              />
              {option.label}
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
        question={{ ...question, kind }}
        attributes={{ ...attributes, id, required, className: 'field' }}
        text={{ ...nativeLimits(kind, rule), defaultValue: placeholders?.value }}
        input={ATTRIBUTES_BY_COLUMN[key]}
        optionAttributes={placeholders?.optionAttributes}
      />
      {notes}
    </div>
  );
}
