import type { ReactNode } from 'react';

/** The text of an empty list, and below it what the operator can do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <span className="empty-wire" aria-hidden="true" />
      <p className="empty-title">{title}</p>
      {children && <div className="muted">{children}</div>}
    </div>
  );
}
