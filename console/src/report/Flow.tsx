interface Props {
  /** Width at this step, of 40. */
  from: number;
  /** Width at the next one; null: the wire ends here. */
  to: number | null;
}

/** A piece of the wire between two steps, and the node before it: across on wide screens, down on phones. */
export function Flow({ from, to }: Props) {
  const [a, b] = [from / 2, (to ?? from) / 2];
  const across = `M0 ${20 - a}C50 ${20 - a} 50 ${20 - b} 100 ${20 - b}V${20 + b}C50 ${20 + b} 50 ${20 + a} 0 ${20 + a}Z`;
  const down = `M${20 - a} 0C${20 - a} 50 ${20 - b} 50 ${20 - b} 100H${20 + b}C${20 + b} 50 ${20 + a} 50 ${20 + a} 0Z`;
  return (
    <span className="flow" data-end={to === null || undefined} aria-hidden="true">
      <svg
        className="flow-across"
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={across} />
      </svg>
      <svg className="flow-down" viewBox="0 0 40 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={down} />
      </svg>
      <span className="flow-node" />
    </span>
  );
}
