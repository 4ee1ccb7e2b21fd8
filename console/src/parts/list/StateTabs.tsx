import { formatCount } from '@funil/contract/counts';
import type { ChoiceCount } from '@funil/contract/list-page';
import type { ReactNode } from 'react';

interface Props<State extends string> {
  allLabel: 'Todos' | 'Todas';
  states: readonly State[];
  chosen: readonly State[];
  /** Number of rows by state; undefined while they load. */
  counts: readonly ChoiceCount[] | undefined;
  renderState: (state: State) => ReactNode;
  onChange: (states: readonly State[]) => void;
}

const TAB_CLASSES =
  'inline-flex flex-none cursor-pointer items-center gap-1.75 min-h-11 rounded-3xl border bg-raised px-3 whitespace-nowrap aria-pressed:border-fg aria-pressed:font-semibold aria-pressed:inset-ring aria-pressed:inset-ring-fg md:pointer-fine:min-h-8.5 forced-colors:aria-pressed:border-3 forced-colors:aria-pressed:border-[Highlight]';

export function StateTabs<State extends string>(props: Props<State>) {
  const { allLabel, states, chosen, counts, renderState, onChange } = props;
  const totalCount = counts?.reduce((sum, { count }) => sum + count, 0);
  const countOf = (state: State) =>
    counts && (counts.find(({ value }) => value === state)?.count ?? 0);
  const toggleState = (state: State) =>
    onChange(
      chosen.includes(state) ? chosen.filter((other) => other !== state) : [...chosen, state],
    );
  return (
    <fieldset className="flex gap-1.5 overflow-x-auto px-pad py-2 [scrollbar-width:none]">
      <legend className="sr-only">Estado</legend>
      <button
        type="button"
        className={TAB_CLASSES}
        aria-pressed={chosen.length === 0}
        onClick={() => onChange([])}
      >
        {allLabel} <Count count={totalCount} />
      </button>
      {states
        .filter((state) => countOf(state) !== 0 || chosen.includes(state))
        .map((state) => (
          <button
            key={state}
            type="button"
            className={TAB_CLASSES}
            aria-pressed={chosen.includes(state)}
            onClick={() => toggleState(state)}
          >
            {renderState(state)} <Count count={countOf(state)} />
          </button>
        ))}
    </fieldset>
  );
}

const Count = ({ count }: { count: number | undefined }) =>
  count !== undefined && (
    <span className="font-normal text-muted tabular-nums">{formatCount(count)}</span>
  );
