import { Icon, type IconName } from './Icon.tsx';

interface Props<Value extends string> {
  legend: string;
  isLegendVisible?: boolean;
  options: readonly (readonly [value: Value, label: string, icon?: IconName])[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Radio buttons as a row of segments. */
export function Segments<Value extends string>(props: Props<Value>) {
  const { legend, isLegendVisible = false, options, value, onChange } = props;
  return (
    <fieldset>
      <legend className={isLegendVisible ? 'text-small font-semibold' : 'sr-only'}>{legend}</legend>
      <div className="segments">
        {options.map(([option, label, icon]) => (
          <label key={option} className="choice">
            <input
              type="radio"
              name={legend}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {icon && <Icon name={icon} />}
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
