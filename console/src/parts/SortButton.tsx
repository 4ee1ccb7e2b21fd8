interface Props {
  className: string;
  label: string;
  /** The order in words, such as `do mais novo ao mais antigo`. */
  order: string;
  /** Whether the smallest value is first. */
  isReversed?: boolean;
  /** Whether the list is in this column's order. */
  isActive?: boolean;
  onClick: () => void;
}

/** Returns the order of a list by time in words. */
export const describeTimeOrder = (isReversed: boolean): string =>
  isReversed ? 'do mais antigo ao mais novo' : 'do mais novo ao mais antigo';

/** A column's title that sorts the list by this column, or reverses the order. */
export function SortButton({
  className,
  label,
  order,
  isReversed = false,
  isActive = true,
  onClick,
}: Props) {
  return (
    <button
      type="button"
      className={`${className} min-h-11 cursor-pointer aria-pressed:text-fg aria-pressed:font-semibold md:pointer-fine:min-h-9`}
      title={isActive ? `Em ordem: ${order}` : 'Pôr nesta ordem'}
      aria-pressed={isActive}
      onClick={onClick}
    >
      {label}
      {isActive && <span aria-hidden="true">{isReversed ? ' ↑' : ' ↓'}</span>}
      {isActive && <span className="sr-only">, {order}</span>}
    </button>
  );
}
