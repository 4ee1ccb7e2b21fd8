import { FilterFold } from '../parts/FilterFold.tsx';
import { FilterFields } from './FilterFields.tsx';
import type { ListName } from './list-query.ts';
import { countFilters, type ListSearch } from './list-search.ts';

interface Props {
  name: ListName;
  search: ListSearch;
  onChange: (search: ListSearch) => void;
}

export function Filters({ name, search, onChange }: Props) {
  return (
    <FilterFold
      count={countFilters(search)}
      onClear={() => onChange(search.q ? { q: search.q } : {})}
    >
      <FilterFields name={name} search={search} onChange={onChange} />
    </FilterFold>
  );
}
