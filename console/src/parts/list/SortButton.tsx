interface Props {
  className: string;
  label: string;
  /** The order in Portuguese, such as `do mais novo ao mais antigo`. */
  order: string;
  /** True if the smallest value is first. */
  isReversed?: boolean;
  /** True if this column orders the list. */
  isActive?: boolean;
  onClick: () => void;
}

export const describeTimeOrder = (isReversed: boolean): string =>
  isReversed ? 'do mais antigo ao mais novo' : 'do mais novo ao mais antigo';

export function SortButton(props: Props) {
  const { className, label, order, isReversed = false, isActive = true, onClick } = props;
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
