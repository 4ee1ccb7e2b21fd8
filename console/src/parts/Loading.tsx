/** A wire with its pulse: something is on its way. Shown only after a moment, so that quick answers do not flicker. */
export function Loading({ label = 'Carregando…' }: { label?: string }) {
  return (
    <div className="loading" role="status">
      <span className="loading-wire" aria-hidden="true" />
      <span className="out-of-sight">{label}</span>
    </div>
  );
}
