import type { ChoicesContent, QuestionContent } from '@funil/content/schema/questions';
import { ruleOf } from '@funil/contract/contacts/questions';
import type { ChangeEvent } from 'react';
import { INPUTS, type InputAttributes } from '../question-inputs.ts';
import { describeField, type FieldProps } from './describe-field.tsx';

/** What browsers know of the visitor. */
export const COLUMN_INPUTS: Readonly<Record<string, InputAttributes>> = {
  nome: { autoComplete: 'name', autoCapitalize: 'words' },
  email: { autoComplete: 'email' },
  telefone: { autoComplete: 'tel' },
  whatsapp: { autoComplete: 'tel', 'data-mask': 'whatsapp' },
  empresa: { autoComplete: 'organization', autoCapitalize: 'words' },
  cargo: { autoComplete: 'organization-title' },
};

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A question with its label, hint and message. The message has its own space, so that nothing moves when it appears. */
export function Field(props: FieldProps<Exclude<QuestionContent, ChoicesContent>>) {
  const { question, application } = props;
  const { key, kind, required } = question;
  const { id, value, label, notes, isInvalid, described } = describeField(props);
  const shared = {
    id,
    name: key,
    value,
    required,
    'aria-invalid': isInvalid,
    'aria-describedby': described,
    onChange: ({ target }: ChangeEvent<Control>) => application.edit(key, target.value),
    onBlur: () => application.leave(key),
  };
  const { placeholder } = question;
  const text = { ...shared, placeholder, maxLength: ruleOf(question).length };
  return (
    <div className="application-field" data-wide={kind === 'longText' || undefined}>
      <label htmlFor={id}>{label}</label>
      {kind === 'longText' && <textarea {...text} className="field" rows={3} />}
      {kind === 'choice' && (
        <select {...shared} className="field field-select" data-empty={value === ''}>
          <option value="">{placeholder}</option>
          {question.options.map((option) => (
            <option key={option.key} value={option.key}>
              {option.label}
            </option>
          ))}
        </select>
      )}
      {kind !== 'longText' && kind !== 'choice' && (
        <input
          {...text}
          className="field"
          type="text"
          enterKeyHint="next"
          {...INPUTS[kind]}
          {...COLUMN_INPUTS[key]}
        />
      )}
      {notes}
    </div>
  );
}
