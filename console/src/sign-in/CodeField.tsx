import type { Ref } from 'react';
import { TextField } from '../parts/TextField.tsx';

interface Props {
  ref: Ref<HTMLInputElement>;
  error: string | null;
}

/** Six digits of an authenticator app; the last one sends them. */
export function CodeField({ ref, error }: Props) {
  return (
    <TextField
      ref={ref}
      label="Código de 6 dígitos"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\d{6}"
      maxLength={6}
      required
      className="door-code"
      error={error}
      onInput={({ currentTarget }) => {
        currentTarget.value = currentTarget.value.replace(/\D/g, '');
        if (currentTarget.value.length === 6) currentTarget.form?.requestSubmit();
      }}
    />
  );
}
