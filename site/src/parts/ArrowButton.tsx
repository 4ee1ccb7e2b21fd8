interface Props {
  label: string;
  towards: 'left' | 'right';
}

export function ArrowButton({ label, towards }: Props) {
  return (
    <button
      type="button"
      className="arrow-button grid size-12 flex-none place-items-center rounded-full"
      data-step={towards === 'left' ? -1 : 1}
    >
      <svg viewBox="0 0 24 24" className="size-6" aria-hidden="true">
        <path
          d={towards === 'left' ? 'M20 12H4m6-6-6 6 6 6' : 'M4 12h16m-6-6 6 6-6 6'}
          className="stroke"
          strokeWidth="1.8"
        />
      </svg>
      <span className="sr-only">{label}</span>
    </button>
  );
}
