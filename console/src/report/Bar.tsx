import './bar.css';

/** How much of the best one's money it is. */
export function Bar({ share }: { share: number }) {
  return (
    <svg className="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <line className="bar-whole" x1="0" x2="100" y1="2" y2="2" />
      {share > 0 && <line className="bar-part" x1="0" x2={share * 100} y1="2" y2="2" />}
    </svg>
  );
}
