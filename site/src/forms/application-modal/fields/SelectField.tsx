import { Field } from './Field.tsx';
import { type FieldProps, useField } from './use-field.ts';

interface Props extends FieldProps {
  name: 'faturamento' | 'cronograma';
}

/** One of a few options, in the list the visitor's own system shows. */
export function SelectField(props: Props) {
  const { frame, control, placeholder } = useField(props);
  const { options } = props.content.fields[props.name];
  return (
    <Field {...frame} optional={false}>
      <select {...control} className="field field-select" data-empty={control.value === ''}>
        <option value="">{placeholder}</option>
        {Object.entries(options).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}
