import { useState } from 'react';
import './period.css';
import type { Days } from './report-days.ts';
import { PRESETS, type Preset, type ReportSearch } from './report-search.ts';
import './segments.css';

interface Props {
  search: ReportSearch;
  days: Days;
  onChange: (search: ReportSearch) => void;
}

const NAMES: readonly Preset[] = ['today', 'week', 'days', 'month'];

/** The days of the report: the usual ones at a press, any others by hand. */
export function PeriodPicker({ search, days, onChange }: Props) {
  const isChosen = search.from !== undefined;
  const [isChoosing, setIsChoosing] = useState(isChosen);
  const current = isChoosing ? null : (search.period ?? 'days');
  return (
    <div className="period">
      <fieldset className="segments">
        <legend className="out-of-sight">Período</legend>
        {NAMES.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="period"
              checked={current === name}
              onChange={() => {
                setIsChoosing(false);
                onChange({ period: name });
              }}
            />
            {PRESETS[name]}
          </label>
        ))}
        <label>
          <input
            type="radio"
            name="period"
            checked={isChoosing}
            onChange={() => setIsChoosing(true)}
          />
          Escolher
        </label>
      </fieldset>
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
