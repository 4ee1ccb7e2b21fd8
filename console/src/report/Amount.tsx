import type { ReactNode } from 'react';

interface Props {
  label: string;
  amount: ReactNode;
  details?: string;
  delta?: ReactNode;
  /** True for a wide cell, with room for several sentences in `details`. */
  isWide?: boolean;
}

export const Amount = ({ label, amount, details, delta, isWide = false }: Props) => (
  <div className={`break-inside-avoid ${isWide ? 'col-span-full xs:col-span-2' : ''}`}>
    <p className="text-muted">{label}</p>
    <p className="font-display text-xl xs:text-[min(1.25rem,5.4vw)] leading-[1.3] font-bold tracking-[-0.02em]">
      {amount}
    </p>
    {details && <p className="mt-1 text-small text-muted">{details}</p>}
    {delta && <p>{delta}</p>}
  </div>
);
