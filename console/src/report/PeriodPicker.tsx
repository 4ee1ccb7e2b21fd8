import { useState } from 'react';
import { type Days, PRESETS, type ReportSearch, readReportSearch } from './period.ts';

interface SegmentsProps {
  legend: string;
  options: readonly (readonly [value: string, label: string])[];
  value: string;
  onChange: (value: string) => void;
}

/** One of a few, side by side. */
export function Segments({ legend, options, value, onChange }: SegmentsProps) {
  return (
    <fieldset className="segments">
      <legend className="out-of-sight">{legend}</legend>
      {options.map(([each, label]) => (
        <label key={each} className="choice">
          <input
            type="radio"
            name={legend}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

interface Props {
  search: ReportSearch;
  days: Days;
  onChange: (search: ReportSearch) => void;
}

const CHOOSE = 'choose';
const OPTIONS = [...Object.entries(PRESETS), [CHOOSE, 'Escolher'] as const];

/** The days of the report: the usual ones at a press, any others by hand. */
export function PeriodPicker({ search, days, onChange }: Props) {
  const [isChoosing, setIsChoosing] = useState(search.from !== undefined);
  const take = (value: string) => {
    setIsChoosing(value === CHOOSE);
    if (value !== CHOOSE) onChange(readReportSearch({ period: value }));
  };
  return (
    <div className="period">
      <Segments
        legend="Período"
        options={OPTIONS}
        value={isChoosing ? CHOOSE : (search.period ?? 'days')}
        onChange={take}
      />
      {isChoosing && <ChosenDays days={days} onChange={onChange} />}
    </div>
  );
}

function ChosenDays({ days, onChange }: Omit<Props, 'search'>) {
  const take = (from: string, until: string) => {
    if (from !== '' && until !== '' && from <= until) onChange({ from, until });
  };
  return (
    <div className="period-days">
      <label>
        De
        <input
          type="date"
          className="input"
          value={days.from}
          max={days.until}
          onChange={({ target }) => take(target.value, days.until)}
        />
      </label>
      <label>
        até
        <input
          type="date"
          className="input"
          value={days.until}
          min={days.from}
          onChange={({ target }) => take(days.from, target.value)}
        />
      </label>
    </div>
  );
}
