import type { ChangeEvent, ComponentProps } from 'react';

interface CheckBoxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  isChecked: boolean;
  onChange: (isChecked: boolean, event: ChangeEvent<HTMLInputElement>) => void;
}

export const CheckBox = (props: CheckBoxProps) => {
  const { isChecked, onChange, className, children, ...input } = props;
  return (
    <label className={className ?? 'flex items-center gap-2.5 min-h-11 cursor-pointer'}>
      <input
        {...input}
        type="checkbox"
        className="check"
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked, event)}
      />
      {children}
    </label>
  );
};

interface CheckBoxesProps<Value extends string> {
  legend: string;
  name?: string;
  values: readonly Value[];
  labels: Readonly<Record<Value, string>>;
  chosen: readonly Value[];
  onChange: (chosen: readonly Value[]) => void;
}

export function CheckBoxes<Value extends string>(props: CheckBoxesProps<Value>) {
  const { legend, name, values, labels, chosen, onChange } = props;
  return (
    <fieldset className="col-span-full grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))]">
      <legend className="mb-1 text-small font-semibold">{legend}</legend>
      {values.map((value) => (
        <CheckBox
          key={value}
          name={name}
          value={value}
          isChecked={chosen.includes(value)}
          onChange={(isChecked) =>
            onChange(values.filter((box) => (box === value ? isChecked : chosen.includes(box))))
          }
        >
          {labels[value]}
        </CheckBox>
      ))}
    </fieldset>
  );
}
