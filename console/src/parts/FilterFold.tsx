import { type ReactNode, useState } from 'react';
import { Icon } from './Icon.tsx';

interface Props {
  /** How many are set. */
  count: number;
  onClear: () => void;
  children: ReactNode;
}

/** The filters, folded away behind their count; in a row below the search once they are asked for. */
export function FilterFold({ count, onClear, children }: Props) {
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
          {children}
          {count > 0 && (
            <button type="button" className="button quiet" onClick={onClear}>
              Limpar
            </button>
          )}
        </div>
      )}
    </>
  );
}
