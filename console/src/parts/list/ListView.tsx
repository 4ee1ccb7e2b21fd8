import type { CreativeOrigin } from '@funil/contract/ads/origin-levels';
import { utmLabel } from '@funil/contract/console/labels';
import type { ListChoices } from '@funil/contract/list-page';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { downloadList } from '../../api.ts';
import { Button } from '../Button.tsx';
import { isWindowAtLeast, useIsWindowAtLeast } from '../breakpoints.ts';
import { Icon } from '../Icon.tsx';
import { lazyPart } from '../lazy-part.ts';
import type { OneOrSeveral } from '../search-params.ts';
import { runWithErrorToast } from '../toast.ts';
import { View } from '../View.tsx';
import type { Filter } from './FilterPanel.tsx';
import { SearchField } from './SearchField.tsx';

const FilterPanel = lazyPart(() => import('./FilterPanel.tsx'), 'FilterPanel');

/** Returns a function that makes a search parameter's filter. The filter offers the values that rows have. */
export const makeChoiceFilter =
  <Key extends string>(choices: ListChoices['choices'] | undefined) =>
  (key: Key, label: string, labelOf = (value: string) => value): Filter<Key> => ({
    key,
    label,
    choices: choices?.[key]?.map(({ value, count }) => ({ value, count, label: labelOf(value) })),
  });

export function originAndPeriodFilters(choices: ListChoices['choices'] | undefined) {
  const toFilter = makeChoiceFilter<keyof CreativeOrigin>(choices);
  const utmFilter = (utm: keyof CreativeOrigin, label: string) =>
    toFilter(utm, label, (value) => utmLabel(utm, value));
  return [
    utmFilter('source', 'Origem'),
    utmFilter('medium', 'Meio'),
    utmFilter('campaign', 'Campanha'),
    utmFilter('content', 'Criativo'),
    ...PERIOD_FILTERS,
  ];
}

export const PERIOD_FILTERS: readonly Filter<'from' | 'until'>[] = [
  { key: 'from', label: 'De', type: 'date' },
  { key: 'until', label: 'Até', type: 'date' },
];

interface CsvButtonProps {
  list: 'leads' | 'applications' | 'sales';
  /** The list's title, which is also the file's name. */
  title: string;
  search: { readonly sort?: string };
}

/** Saves all rows that pass the filters, not only the loaded ones. */
export const CsvButton = ({ list, title, search: { sort: _, ...filters } }: CsvButtonProps) => (
  <Button
    className="px-3 @max-[56rem]/view:[&>span]:hidden"
    aria-label="Salvar como CSV"
    title="Salvar como CSV"
    onClick={() =>
      void runWithErrorToast(() => downloadList(list, `${title.toLowerCase()}.csv`, filters))
    }
  >
    <Icon name="download" />
    <span>CSV</span>
  </Button>
);

interface Props<Key extends string> {
  title: string;
  placeholder?: string;
  search: { readonly q?: string } & { readonly [key in Key]?: OneOrSeveral<string> };
  /** Removes empty parameters. */
  readSearch: (query: Record<string, unknown>) => object;
  filters: readonly Filter<Key>[];
  hasDetail: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

export function ListView<Key extends string>(props: Props<Key>) {
  const { title, placeholder, search, readSearch, filters, hasDetail, actions, children } = props;
  const navigate = useNavigate();
  // On a phone and beside a detail the placeholder is short, because the buttons leave no room for the long one.
  const shownPlaceholder = useIsWindowAtLeast('sm') && !hasDetail ? placeholder : 'Buscar';
  const changeSearch = useCallback(
    (next: object) => void navigate({ to: '.', search: readSearch({ ...next }), replace: true }),
    [navigate, readSearch],
  );
  const searchFor = useCallback(
    (q: string) => changeSearch({ ...search, q }),
    [search, changeSearch],
  );
  return (
    <div
      className={`grid grid-cols-1 flex-1 min-h-0 print:block ${
        hasDetail
          ? 'max-lg:*:first:hidden print:*:first:hidden lg:grid-cols-[minmax(0,1fr)_minmax(25rem,30rem)] wide:grid-cols-[minmax(0,1fr)_minmax(30rem,36rem)]'
          : ''
      }`}
    >
      <View
        title={title}
        isFixed
        actions={
          <>
            <SearchField
              value={search.q ?? ''}
              label={`Buscar em ${title}`}
              onChange={searchFor}
              {...(shownPlaceholder !== undefined && { placeholder: shownPlaceholder })}
            />
            <Filters filters={filters} search={search} onChange={changeSearch} />
            {actions}
          </>
        }
      >
        {children}
      </View>
      <Outlet />
    </div>
  );
}

interface FiltersProps<Key extends string> extends Pick<Props<Key>, 'filters' | 'search'> {
  onChange: (search: object) => void;
}

function Filters<Key extends string>({ filters, search, onChange }: FiltersProps<Key>) {
  const activeCount = filters.filter(({ key }) => search[key] !== undefined).length;
  // On a phone the filters are closed at first, because they would fill the list's place.
  const [isOpen, setIsOpen] = useState(() => activeCount > 0 && isWindowAtLeast('md'));
  return (
    <>
      <Button
        className="@max-[40rem]/view:gap-0 @max-[40rem]/view:px-3 @max-[40rem]/view:text-[length:0]"
        aria-expanded={isOpen}
        aria-controls="filters"
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="filter" />
        Filtros
        {activeCount > 0 && (
          <span className="min-w-5.5 px-1.5 py-px rounded-2xl bg-mark-fill text-ink text-small @max-[40rem]/view:ml-1.5">
            {activeCount}
          </span>
        )}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <FilterPanel filters={filters} search={search} onChange={onChange} />
        </Suspense>
      )}
    </>
  );
}
