import { Choice, Entry, FilterFold } from '../parts/FilterFold.tsx';
import { PLATFORM_OPTIONS, SALE_OPTIONS } from './sale-words.ts';
import { readSalesSearch, type SalesSearch } from './sales-search.ts';

interface Props {
  search: SalesSearch;
  onChange: (search: SalesSearch) => void;
}

const MATCH_OPTIONS = [
  ['yes', 'Com lead'],
  ['no', 'Sem lead'],
] as const;

export function SalesFilters({ search, onChange }: Props) {
  const { q, ...filters } = search;
  /** One filter set or taken off; the others stay. */
  const set = (key: keyof SalesSearch) => (value: string) =>
    onChange(readSalesSearch({ ...search, [key]: value === '' ? undefined : value }));
  return (
    <FilterFold
      count={Object.values(filters).filter((value) => value !== undefined).length}
      onClear={() => onChange(q ? { q } : {})}
    >
      <Choice
        label="Estado"
        value={search.state ?? ''}
        options={SALE_OPTIONS}
        onChange={set('state')}
      />
      <Choice
        label="Lead"
        value={search.matched ?? ''}
        options={MATCH_OPTIONS}
        onChange={set('matched')}
      />
      <Choice
        label="Plataforma"
        value={search.platform ?? ''}
        options={PLATFORM_OPTIONS}
        onChange={set('platform')}
        all="Todas"
      />
      <Entry label="Origem" type="text" value={search.source ?? ''} onChange={set('source')} />
      <Entry
        label="Campanha"
        type="text"
        value={search.campaign ?? ''}
        onChange={set('campaign')}
      />
      <Entry label="De" type="date" value={search.from ?? ''} onChange={set('from')} />
      <Entry label="Até" type="date" value={search.until ?? ''} onChange={set('until')} />
    </FilterFold>
  );
}
