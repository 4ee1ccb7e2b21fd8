/** CSS shows the bar after 250 ms, so that a quick response does not make it flicker. */
export const Loading = ({ label = 'Carregando…' }: { label?: string | undefined }) => (
  <div className="grid place-items-center min-h-48 animate-appear" role="status">
    <span
      className="relative overflow-hidden w-32 h-[2px] bg-wire after:absolute after:inset-0 after:bg-linear-to-r after:from-transparent after:from-30% after:to-mark after:animate-run"
      aria-hidden="true"
    />
    <span className="sr-only">{label}</span>
  </div>
);
