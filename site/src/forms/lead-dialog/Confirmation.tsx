import type { ToastContent } from '@funil/content/schema/toast';

/** Saved: what stands in the form's place until the checkout. */
export function Confirmation({ saved }: { saved: ToastContent }) {
  return (
    <div className="flex min-h-72 flex-col items-center justify-center text-center">
      <svg viewBox="0 0 48 48" className="size-16" aria-hidden="true">
        <circle cx="24" cy="24" r="24" fill="var(--color-lime)" />
        <path
          d="M14 25l7 7 13-15"
          fill="none"
          stroke="var(--color-ink)"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <p className="mt-5 font-display text-2xl font-bold">{saved.title}</p>
      <p className="mt-1 text-muted">{saved.description}</p>
    </div>
  );
}
