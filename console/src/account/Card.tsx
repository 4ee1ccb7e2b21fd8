import type { ReactNode } from 'react';

export const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="frame grid gap-4 mb-5 break-inside-avoid p-5 [&_form]:grid [&_form]:gap-4 [&_form]:justify-items-start [&_form>.field]:w-full [&_form>.field]:max-w-104">
    <h2>{title}</h2>
    {children}
  </section>
);

/** Classes of a card's list, whose rows have a text and buttons. */
export const CARD_ROWS_CLASSES =
  '[&>li]:grid xs:[&>li]:grid-cols-[minmax(0,1fr)_auto] max-xs:[&>li]:justify-items-start [&>li]:items-center [&>li]:gap-x-4 [&>li]:gap-y-1 [&>li]:min-h-14 [&>li]:border-t [&>li]:py-2 [&_p]:wrap-anywhere';
