import type { ReactNode } from 'react';

export const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="frame grid gap-4 mb-5 break-inside-avoid p-5 [&_form]:grid [&_form]:gap-4 [&_form]:justify-items-start [&_form>.field]:w-full [&_form>.field]:max-w-104">
    <h2>{title}</h2>
    {children}
  </section>
);

interface RowProps {
  className?: string;
  children: ReactNode;
}

export const CardRow = ({ className = 'grid', children }: RowProps) => (
  <li
    className={`xs:grid-cols-[minmax(0,1fr)_auto] max-xs:justify-items-start items-center gap-x-4 gap-y-1 min-h-14 border-t py-2 [&_p]:wrap-anywhere ${className}`}
  >
    {children}
  </li>
);
