interface Props {
  label: string;
  towards: 'left' | 'right';
}

/** One step back or on, in the carousel and in the enlarged picture. */
export function ArrowButton({ label, towards }: Props) {
  return (
    <button type="button" className="arrow-button" data-step={towards === 'left' ? -1 : 1}>
      <svg viewBox="0 0 24 24" className="size-6" aria-hidden="true">
        <path
          d={towards === 'left' ? 'M20 12H4m6-6-6 6 6 6' : 'M4 12h16m-6-6 6 6-6 6'}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="sr-only">{label}</span>
    </button>
  );
}
