import { Icon, type IconName } from './Icon.tsx';

interface Props<Value extends string> {
  legend: string;
  isLegendVisible?: boolean;
  options: readonly (readonly [value: Value, label: string, icon?: IconName])[];
  value: Value;
  onChange: (value: Value) => void;
}

const SEGMENT_CLASSES =
  'choice flex-[1_0_auto] max-xs:flex-auto max-xs:whitespace-normal justify-center gap-2 rounded-[0.5625rem] px-2 max-sm:gap-1 max-sm:px-1.5 text-muted whitespace-nowrap -outline-offset-3 has-checked:bg-chosen has-checked:text-fg md:px-3 md:pointer-fine:min-h-8 forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none';

export function Segments<Value extends string>(props: Props<Value>) {
  const { legend, isLegendVisible = false, options, value, onChange } = props;
  return (
    <fieldset>
      <legend className={isLegendVisible ? 'text-small font-semibold' : 'sr-only'}>{legend}</legend>
      <div
        className={`flex max-w-xl overflow-x-auto max-xs:flex-wrap rounded-xl border bg-raised p-0.75 [scrollbar-width:none] ${
          isLegendVisible ? 'mt-2' : ''
        }`}
      >
        {options.map(([option, label, icon]) => (
          <label key={option} className={SEGMENT_CLASSES}>
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
