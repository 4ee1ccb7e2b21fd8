export interface StateMarkProps {
  readonly label: string;
  readonly tone: string;
}

/** A state's label beside a dot in its color. */
export const StateMark = ({ label, tone }: StateMarkProps) => (
  <span className="state" data-tone={tone}>
    {label}
  </span>
);
