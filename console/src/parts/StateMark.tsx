/** The label and the color of a state. */
export interface StateMarkProps {
  readonly label: string;
  readonly tone: string;
}

/** A state: a node in its color, and its word. */
export const StateMark = ({ label, tone }: StateMarkProps) => (
  <span className="state" data-tone={tone}>
    {label}
  </span>
);
