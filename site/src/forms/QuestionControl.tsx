import type { QuestionKind } from '@funil/contract/contacts/questions/question';
import type { ComponentProps } from 'react';
import { ATTRIBUTES_BY_KIND, type InputAttributes } from './question-inputs.ts';

export type FieldControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

type Attributes = ComponentProps<'input'> & ComponentProps<'select'> & ComponentProps<'textarea'>;

interface Props {
  question: {
    readonly kind: Exclude<QuestionKind, 'choices'>;
    readonly placeholder?: string | undefined;
    readonly options?: readonly { readonly key: string; readonly label: string }[] | undefined;
  };
  attributes: Attributes;
  /** For `input` and `textarea`. */
  text: Pick<Attributes, 'maxLength' | 'minLength' | 'defaultValue'>;
  /** Overrides the attributes of the question's kind. */
  input?: InputAttributes | undefined;
  optionAttributes?: ((key: string) => object) | undefined;
}

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
  const textAttributes = { ...attributes, ...text, placeholder };
  if (kind === 'longText') return <textarea {...textAttributes} rows={3} />;
  return <input {...textAttributes} type="text" {...ATTRIBUTES_BY_KIND[kind]} {...input} />;
}
