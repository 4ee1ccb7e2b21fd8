import type { ToastContent } from '@funil/content/schema/parts';
import { useEffect, useRef } from 'react';

/** Saved: what stands over the form until the checkout, to which its wire leads. */
export function Confirmation({ saved }: { saved: ToastContent }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} role="status" tabIndex={-1} className="confirmation">
      <svg viewBox="0 0 240 64" aria-hidden="true">
        <path d="M64 32H176" className="wire" />
        <path d="M64 32H176" className="wire-pulse" />
        <circle cx="32" cy="32" r="32" fill="var(--color-lime)" />
        <path d="M19 33l9 9 17-20" className="stroke text-ink" strokeWidth="5" />
        <rect x="177" y="12" width="62" height="40" rx="8" fill="none" className="wire" />
        <path d="M178 25h60M188 41h14" className="wire" />
      </svg>
      <p className="confirmation-title">{saved.title}</p>
      <p>{saved.description}</p>
    </div>
  );
}
