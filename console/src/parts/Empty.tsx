import type { ReactNode } from 'react';

/** Classes of a message in place of a view's content. */
export const MESSAGE_CLASSES =
  'grid content-center-safe justify-items-center gap-2 overflow-y-auto px-pad py-12 text-center [text-wrap:balance]';

export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={MESSAGE_CLASSES}>
    <span
      className="relative w-18 h-[2px] mb-3 bg-wire after:absolute after:-right-3 after:top-[calc(50%_-_0.375rem)] after:size-3 after:border-2 after:border-wire after:rounded-full"
      aria-hidden="true"
    />
    <p className="font-semibold">{title}</p>
    {children && <div className="text-muted [&>.button]:mx-1 [&>.button]:mt-3">{children}</div>}
  </div>
);
