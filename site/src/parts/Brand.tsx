import { markNodes, markWire } from './mark.ts';

/** The mark and the product's name beside it. */
export function Brand({ product }: { product: string }) {
  return (
    <span className="inline-flex items-center gap-2.5 font-display text-xl font-bold tracking-tight">
      <svg viewBox="0 0 64 64" className="size-8 text-mark" aria-hidden="true">
        <path
          d={markWire}
          fill="none"
          stroke="currentColor"
          strokeWidth="8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        {markNodes.map(({ x, y, r }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={r} fill="currentColor" />
        ))}
      </svg>
      <span className="brand-name">{product}</span>
    </span>
  );
}
