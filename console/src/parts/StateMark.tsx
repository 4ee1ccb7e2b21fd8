export interface StateMarkProps {
  readonly label: string;
  readonly tone: string;
}

export const StateMark = ({ label, tone }: StateMarkProps) => (
  <span className="state" data-tone={tone}>
    {label}
  </span>
);
