import type { AuthError } from '@supabase/auth-js';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { explainAuth } from './auth-words.ts';

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

/** A form of one try at a time: what went wrong last, and the field it is told at. */
export function useForm(attempt: (data: FormData) => Promise<AuthError | string | null>) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const failure = await attempt(new FormData(event.currentTarget));
    setIsBusy(false);
    setError(failure === null || typeof failure === 'string' ? failure : explainAuth(failure));
    if (failure !== null) {
      first.current?.focus();
      first.current?.select();
    }
  }
  return { error, isBusy, first, submit };
}
