import type { Ref } from 'react';
import { TextField } from '../parts/TextField.tsx';

interface Props {
  ref: Ref<HTMLInputElement>;
  error: string | null;
}

/** One of the codes that were shown when the authenticator app was set up. */
export function RecoveryField({ ref, error }: Props) {
  return (
    <TextField
      ref={ref}
      label="Código de recuperação"
      name="code"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required
      error={error}
    />
  );
}
