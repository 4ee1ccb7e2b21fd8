import type { InputHTMLAttributes } from 'react';
import { Field } from './Field.tsx';
import { type FieldProps, useField } from './use-field.ts';

type InputAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize'
>;

interface Props extends FieldProps, InputAttributes {
  /** How what is typed is formatted: see masks.ts. */
  mask?: 'whatsapp' | 'instagram';
  /** Neither corrected nor capitalised by the phone's keyboard. */
  isVerbatim?: boolean;
}

/** One line of text. */
export function TextField({ mask, isVerbatim = false, ...props }: Props) {
  const { frame, control, placeholder, maxLength } = useField(props);
  const { content, type = 'text', inputMode, autoComplete, autoCapitalize } = props;
  const verbatim = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };
  return (
    <Field {...frame} optional={!frame.isRequired && content.optional}>
      <input
        {...control}
        type={type}
        inputMode={inputMode}
        autoComplete={autoComplete}
        autoCapitalize={autoCapitalize}
        {...(isVerbatim && verbatim)}
        enterKeyHint="next"
        placeholder={placeholder}
        maxLength={maxLength}
        data-mask={mask}
        className="field"
      />
    </Field>
  );
}
