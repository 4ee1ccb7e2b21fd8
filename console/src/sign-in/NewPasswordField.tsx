import type { Ref } from 'react';
import { TextField } from '../parts/TextField.tsx';

interface Props {
  ref?: Ref<HTMLInputElement>;
  error: string | null;
}

/** A password to be: the server looks closer at how easily it is guessed. */
export function NewPasswordField({ ref, error }: Props) {
  return (
    <TextField
      ref={ref}
      label="Senha nova"
      name="new-password"
      type="password"
      autoComplete="new-password"
      minLength={10}
      maxLength={256}
      required
      error={error}
      hint="Ao menos 10 caracteres. Uma frase curta só sua é fácil de lembrar e difícil de adivinhar."
    />
  );
}
