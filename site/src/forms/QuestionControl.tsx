import type { QuestionKind } from '@funil/contract/contacts/question';
import type { ComponentProps } from 'react';
import { INPUT_ATTRIBUTES, type InputAttributes } from './question-inputs.ts';

type Attributes = ComponentProps<'input'> & ComponentProps<'select'> & ComponentProps<'textarea'>;

interface Props {
  question: {
    readonly kind: Exclude<QuestionKind, 'choices'>;
    readonly placeholder?: string | undefined;
    readonly options?: readonly { readonly key: string; readonly label: string }[] | undefined;
  };
  attributes: Attributes;
  /** Attributes of a text that is typed. */
  text: Pick<Attributes, 'maxLength' | 'minLength' | 'defaultValue'>;
  /** Attributes of one line of text, in place of its kind's own. */
  input?: InputAttributes;
  /** Returns further attributes of an option. */
  optionAttributes?: (key: string) => object;
}

/** The control of a question with one answer. */
export function QuestionControl({ question, attributes, text, input, optionAttributes }: Props) {
  const { kind, placeholder, options = [] } = question;
  if (kind === 'choice') {
    return (
      <select {...attributes}>
        <option value="">{placeholder}</option>
        {options.map(({ key, label }) => (
          <option key={key} value={key} {...optionAttributes?.(key)}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  const typed = { ...attributes, ...text, placeholder };
  if (kind === 'longText') return <textarea {...typed} rows={3} />;
  return <input {...typed} type="text" {...INPUT_ATTRIBUTES[kind]} {...input} />;
}
