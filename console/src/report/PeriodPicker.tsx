import { useState } from 'react';
import { Segments } from '../parts/Segments.tsx';
import { type Days, PRESETS, type Preset, type ReportSearch } from './period.ts';

interface Props {
  search: ReportSearch;
  days: Days;
  onChange: (search: ReportSearch) => void;
}

const OPTIONS = [
  ...(Object.entries(PRESETS) as [Preset, string][]),
  ['custom', 'Escolher'],
] as const;

/** The days of the report: a preset, or two dates. */
export function PeriodPicker({ search, days, onChange }: Props) {
  const [isCustom, setIsCustom] = useState(search.from !== undefined);
  return (
    <div className="period">
      <Segments
        legend="Período"
        options={OPTIONS}
        value={isCustom ? 'custom' : (search.period ?? 'days')}
        onChange={(value) => {
          setIsCustom(value === 'custom');
          if (value !== 'custom') onChange({ period: value });
        }}
      />
      {isCustom && <CustomDays days={days} onChange={onChange} />}
    </div>
  );
}

function CustomDays({ days, onChange }: Omit<Props, 'search'>) {
  const change = ({ from, until }: Days) => {
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
          onChange={({ target }) => change({ ...days, from: target.value })}
        />
      </label>
      <label>
        até
        <input
          type="date"
          className="input"
          value={days.until}
          min={days.from}
          onChange={({ target }) => change({ ...days, until: target.value })}
        />
      </label>
    </div>
  );
}
