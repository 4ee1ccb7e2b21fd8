export type Tone = 'fresh' | 'busy' | 'good' | 'won' | 'warn' | 'bad' | 'off';

export interface StateMarkProps {
  readonly label: string;
  readonly tone: Tone;
  readonly className?: string;
}

export const StateMark = ({ label, tone, className = '' }: StateMarkProps) => (
  <span className={`state ${className}`} data-tone={tone}>
    {label}
  </span>
);
