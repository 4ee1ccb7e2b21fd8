import { Field } from './Field.tsx';
import { type FieldProps, useField } from './use-field.ts';

const ROWS = 3;

/** Several lines of text. */
export function LongTextField(props: FieldProps) {
  const { frame, control, placeholder, maxLength } = useField(props);
  return (
    <Field {...frame} isWide optional={!frame.isRequired && props.content.optional}>
      <textarea
        {...control}
        rows={ROWS}
        placeholder={placeholder}
        maxLength={maxLength}
        className="field"
      />
    </Field>
  );
}
