import type { DayRange } from '@funil/contract/list-page';
import { useState } from 'react';
import { FieldError } from '../parts/Fields.tsx';
import { Segments } from '../parts/Segments.tsx';
import { DEFAULT_PERIOD, PERIOD_PRESETS, type PeriodPreset, type ReportSearch } from './period.ts';

interface Props {
  search: ReportSearch;
  days: DayRange;
  onChange: (search: ReportSearch) => void;
}

const PERIOD_OPTIONS = [
  ...(Object.entries(PERIOD_PRESETS) as [PeriodPreset, string][]),
  ['custom', 'Datas'],
] as const;

export function PeriodPicker({ search, days, onChange }: Props) {
  const isCustom = search.from !== undefined;
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2.5 max-md:w-full max-md:*:w-full print:hidden">
      <Segments
        legend="Período"
        options={PERIOD_OPTIONS}
        value={isCustom ? 'custom' : (search.period ?? DEFAULT_PERIOD)}
        onChange={(value) => onChange(value === 'custom' ? days : { period: value })}
      />
      {isCustom && <CustomDays days={days} onChange={onChange} />}
    </div>
  );
}

/** A year of which only some digits are typed is below 2000. */
const areYearsComplete = ({ from, until }: DayRange) =>
  [from, until].every((date) => /^2\d{3}-/.test(date));

function CustomDays({ days, onChange }: Omit<Props, 'search'>) {
  /** Null while the fields show the report's dates. */
  const [typedDays, setTypedDays] = useState<DayRange | null>(null);
  const { from, until } = typedDays ?? days;
  const isReversed = areYearsComplete({ from, until }) && from > until;
  const changeDays = (next: DayRange) => {
    setTypedDays(next);
    if (areYearsComplete(next) && next.from <= next.until) onChange(next);
  };
  return (
    <fieldset
      className="flex flex-[1_0_100%] flex-wrap gap-3 [&_input]:w-40 [&_input]:text-fg max-xs:[&_input]:w-full [&>label]:flex [&>label]:flex-none max-xs:[&>label]:grid max-xs:[&>label]:w-full [&>label]:items-center [&>label]:gap-2 [&>label]:text-muted"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setTypedDays(null);
      }}
    >
      {(['from', 'until'] as const).map((end) => (
        <label key={end}>
          {end === 'from' ? 'De' : 'até'}
          <input
            type="date"
            className="input"
            value={{ from, until }[end]}
            {...(end === 'from' ? { max: until } : { min: from })}
            onChange={({ target }) => changeDays({ from, until, [end]: target.value })}
          />
        </label>
      ))}
      <FieldError>{isReversed ? 'A primeira data vem depois da última.' : null}</FieldError>
    </fieldset>
  );
}
