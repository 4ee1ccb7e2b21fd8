import type { FormEvent, ReactNode } from 'react';

interface Props {
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  isBusy: boolean;
  /** What its button says, and while it is tried. */
  words: readonly [calm: string, busy: string];
  /** Whether the place is for nothing else. */
  isMain?: boolean;
  children: ReactNode;
}

/** A form that is tried, one try at a time. */
export function TryForm({ onSubmit, isBusy, words: [calm, busy], isMain = true, children }: Props) {
  return (
    <form onSubmit={(event) => void onSubmit(event)}>
      {children}
      <button type="submit" className={isMain ? 'button main' : 'button'} aria-disabled={isBusy}>
        {isBusy ? busy : calm}
      </button>
    </form>
  );
}
