/** A node on a wire that fills the row, above a number or a person. */
export const StatWire = () => (
  <span className="stat-wire mb-5 flex items-center" aria-hidden="true">
    <span className="node" />
    <span className="wire-x flex-1" />
  </span>
);
