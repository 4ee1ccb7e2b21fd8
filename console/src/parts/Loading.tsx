/** A progress bar. CSS shows it after 250 ms, so that quick answers do not flicker. */
export function Loading({ label = 'Carregando…' }: { label?: string | undefined }) {
  return (
    <div className="loading" role="status">
      <span className="loading-wire" aria-hidden="true" />
      <span className="out-of-sight">{label}</span>
    </div>
  );
}
