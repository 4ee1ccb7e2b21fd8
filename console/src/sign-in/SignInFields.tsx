import type { ComponentProps, Ref } from 'react';
import { TextField } from '../parts/Fields.tsx';

interface Props {
  ref?: Ref<HTMLInputElement>;
  error: string | null;
}

export const EmailField = (props: Omit<ComponentProps<typeof TextField>, 'label' | 'name'>) => (
  <TextField label="E-mail" name="email" type="email" autoComplete="username" required {...props} />
);

/** A field for the authenticator app's code, whose sixth digit sends the form. */
export const CodeField = (props: Props) => (
  <TextField
    {...props}
    label="Código de 6 dígitos"
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    pattern="\d{6}"
    maxLength={6}
    required
    className="text-2xl! tracking-[0.35em] text-center"
    onInput={({ currentTarget }) => {
      currentTarget.value = currentTarget.value.replace(/\D/g, '');
      if (currentTarget.value.length === 6) currentTarget.form?.requestSubmit();
    }}
  />
);

export const RecoveryField = (props: Props) => (
  <TextField
    {...props}
    label="Código de recuperação"
    name="code"
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    required
  />
);

export const NewPasswordField = (props: Props) => (
  <TextField
    {...props}
    label="Senha nova"
    name="new-password"
    type="password"
    autoComplete="new-password"
    minLength={10}
    maxLength={256}
    required
    hint="Ao menos 10 caracteres. Uma frase curta só sua é fácil de lembrar e difícil de adivinhar."
  />
);
