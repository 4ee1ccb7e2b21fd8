import type { ChoicesContent, QuestionContent } from '@funil/content/schema/questions';
import { ruleOf } from '@funil/contract/contacts/questions';
import type { ChangeEvent } from 'react';
import { QuestionControl } from '../QuestionControl.tsx';
import { COLUMN_INPUTS } from '../question-inputs.ts';
import { describeField, type FieldProps } from './describe-field.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A field whose message has space of its own, so that no other field moves when the message appears. */
export function Field(props: FieldProps<Exclude<QuestionContent, ChoicesContent>>) {
  const { question, application } = props;
  const { key, kind, required } = question;
  const { id, value, label, notes, isInvalid, describedBy } = describeField(props);
  return (
    <div className="application-field" data-wide={kind === 'longText' || undefined}>
      <label htmlFor={id}>{label}</label>
      <QuestionControl
        question={question}
        attributes={{
          id,
          name: key,
          value,
          required,
          'aria-invalid': isInvalid,
          'aria-describedby': describedBy,
          onChange: ({ target }: ChangeEvent<Control>) => application.edit(key, target.value),
          onBlur: () => application.leave(key),
          ...(kind === 'choice'
            ? { className: 'field field-select', 'data-empty': value === '' }
            : { className: 'field' }),
        }}
        text={{ maxLength: ruleOf(question).maxLength }}
        input={{ enterKeyHint: 'next', ...COLUMN_INPUTS[key] }}
      />
      {notes}
    </div>
  );
}
