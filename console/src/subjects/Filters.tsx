import { useState } from 'react';
import { Icon } from '../parts/Icon.tsx';
import { FilterFields } from './FilterFields.tsx';
import type { ListName } from './list-query.ts';
import { countFilters, type ListSearch } from './list-search.ts';

interface Props {
  name: ListName;
  search: ListSearch;
  onChange: (search: ListSearch) => void;
}

/** The filters, folded away behind their count; in a row below the search once they are asked for. */
export function Filters({ name, search, onChange }: Props) {
  const count = countFilters(search);
  const [isOpen, setIsOpen] = useState(count > 0);
  return (
    <>
      <button
        type="button"
        className="button filters-button"
        aria-expanded={isOpen}
        aria-controls="filters"
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="filter" />
        Filtros
        {count > 0 && <span className="filters-count">{count}</span>}
      </button>
      {isOpen && (
        <div className="filters" id="filters">
          <FilterFields name={name} search={search} onChange={onChange} />
          {count > 0 && (
            <button
              type="button"
              className="button quiet"
              onClick={() => onChange(search.q ? { q: search.q } : {})}
            >
              Limpar
            </button>
          )}
        </div>
      )}
    </>
  );
}
