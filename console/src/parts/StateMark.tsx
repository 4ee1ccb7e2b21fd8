export type Tone = 'fresh' | 'busy' | 'good' | 'won' | 'warn' | 'bad' | 'off';

export interface StateMarkProps {
  readonly label: string;
  readonly tone: Tone;
}

export const StateMark = ({ label, tone }: StateMarkProps) => (
  <span className="state" data-tone={tone}>
    {label}
  </span>
);
