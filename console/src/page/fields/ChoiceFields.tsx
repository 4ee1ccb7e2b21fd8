import { CheckBox } from '../../parts/CheckBox.tsx';
import { type FieldProps, useEdit } from '../form-context.ts';
import { Frame, LABEL_CLASSES, labelOf, RemoveButton } from './Frame.tsx';

export function ToggleField({ value, ...field }: FieldProps) {
  const edit = useEdit();
  return (
    <Frame {...field} hasNoLabel>
      {(ids) => (
        <div className={LABEL_CLASSES}>
          <CheckBox
            {...ids}
            className="flex items-center gap-2.5 min-h-11 font-semibold cursor-pointer"
            isChecked={value === true}
            onChange={(isChecked) => edit(field.path, isChecked)}
          >
            {labelOf(field.schema, field.path)}
          </CheckBox>
          {field.isRemovable && <RemoveButton {...field} />}
        </div>
      )}
    </Frame>
  );
}

export function ChoiceField({ value, ...field }: FieldProps) {
  const edit = useEdit();
  const { labels = {} } = field.schema;
  const knownValues = field.schema.enum ?? Object.keys(labels);
  const chosenValue = typeof value === 'string' ? value : '';
  const values = knownValues.includes(chosenValue) ? knownValues : [chosenValue, ...knownValues];
  return (
    <Frame {...field}>
      {(ids) => (
        <select
          {...ids}
          className="input"
          value={chosenValue}
          onChange={({ target }) => edit(field.path, target.value)}
        >
          {values.map((each) => (
            <option key={each} value={each}>
              {labels[each] ?? each}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}
