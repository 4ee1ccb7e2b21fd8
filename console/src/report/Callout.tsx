import type { ReactNode } from 'react';

export const Callout = ({ children }: { children: ReactNode }) => (
  <p className="max-w-176 rounded-xl border border-l-3 border-l-warn bg-raised px-4 py-3.5">
    {children}
  </p>
);
