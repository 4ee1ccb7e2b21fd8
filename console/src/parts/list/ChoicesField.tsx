import { toSearchText } from '@funil/contract/characters';
import { formatCount } from '@funil/contract/counts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { CheckBox } from '../CheckBox.tsx';

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

interface Props {
  label: string;
  /** Values that rows have; undefined while they load. */
  options: readonly ChoiceOption[] | undefined;
  chosen: readonly string[];
  onChange: (values: readonly string[]) => void;
}

const MAX_OPTIONS_WITHOUT_SEARCH = 10;

/** Returns a text without case and accents, as the server compares it. */
const toComparable = (text: string) => toSearchText(text).trim();
const isSameChoice = (one: string, other: string) => toComparable(one) === toComparable(other);

/** Adds chosen values that no row has anymore. */
function withVanishedValues(
  options: readonly ChoiceOption[],
  chosen: readonly string[],
): readonly ChoiceOption[] {
  const available = new Set(options.map(({ value }) => toComparable(value)));
  const vanished = chosen.filter((value) => !available.has(toComparable(value)));
  return [...vanished.map((value) => ({ value, label: value, count: 0 })), ...options];
}

/**
 * Closes the panel at a press or a focus outside it. A press on a label in the panel focuses an element that contains
 * the panel; closing the panel then would crash the tab in Chromium, so such an element does not count as outside.
 * @returns a function that stops listening
 */
function closeOnLeave({ current: details }: RefObject<HTMLDetailsElement | null>) {
  const close = ({ target }: Event) => {
    if (!details || !(target instanceof Node)) return;
    if (!details.contains(target) && !target.contains(details)) details.open = false;
  };
  const eventNames = ['pointerdown', 'focusin'] as const;
  for (const name of eventNames) document.addEventListener(name, close);
  return () => {
    for (const name of eventNames) document.removeEventListener(name, close);
  };
}

export function ChoicesField({ label, options = [], chosen, onChange }: Props) {
  const detailsRef = useRef<HTMLDetailsElement>(null);
  const [searchText, setSearchText] = useState('');
  useEffect(() => closeOnLeave(detailsRef), []);
  const allOptions = withVanishedValues(options, chosen);
  const shownOptions = allOptions.filter(({ label }) =>
    toComparable(label).includes(toComparable(searchText)),
  );
  const isChosen = (value: string) => chosen.some((choice) => isSameChoice(choice, value));
  const toggleChoice = (value: string) =>
    onChange(
      isChosen(value)
        ? chosen.filter((choice) => !isSameChoice(choice, value))
        : [...chosen, value],
    );
  const chosenLabels = allOptions
    .filter(({ value }) => isChosen(value))
    .map((option) => option.label);
  return (
    <details
      ref={detailsRef}
      className="relative min-w-0 max-md:open:col-span-full"
      name="choices"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return;
        // Escape would also close the detail of the list's open row.
        event.stopPropagation();
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary className="grid gap-1.5">
        <span className="text-small font-semibold">{label}</span>
        <span className="input flex items-center">
          <span className="truncate">
            {chosenLabels.length === 0
              ? 'Qualquer'
              : chosenLabels.length > 2
                ? `${chosenLabels.length} escolhas`
                : chosenLabels.join(', ')}
          </span>
        </span>
      </summary>
      <div className="absolute z-5 [inset-inline-start:0] grid gap-2 w-[max(100%,17rem)] max-w-[calc(100vw_-_2_*_var(--pad))] max-h-[min(22rem,60dvh)] mt-1 p-2 overflow-y-auto overscroll-contain shadow-[0_12px_32px_-12px_color-mix(in_oklab,var(--color-ink)_45%,transparent)] max-md:static max-md:w-auto rounded-xl border bg-raised">
        {allOptions.length > MAX_OPTIONS_WITHOUT_SEARCH && (
          <input
            className="input"
            type="search"
            aria-label={`Procurar em ${label}`}
            placeholder="Procurar"
            value={searchText}
            onChange={({ target }) => setSearchText(target.value)}
          />
        )}
        <ul aria-label={label}>
          {shownOptions.map((option) => (
            <li key={option.value}>
              <CheckBox
                className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2.5 min-h-11 px-1.5 rounded-md cursor-pointer md:pointer-fine:min-h-9 pressable"
                isChecked={isChosen(option.value)}
                onChange={() => toggleChoice(option.value)}
              >
                <bdi className="truncate" title={option.label}>
                  {option.label}
                </bdi>
                <span className="text-muted tabular-nums">{formatCount(option.count)}</span>
              </CheckBox>
            </li>
          ))}
        </ul>
        {shownOptions.length === 0 && <p className="text-muted">Nada com este nome.</p>}
      </div>
    </details>
  );
}
