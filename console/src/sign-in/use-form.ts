import type { AuthError } from '@supabase/auth-js';
import { type FormEvent, useRef, useState } from 'react';
import { explainAuth } from './auth-words.ts';

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
