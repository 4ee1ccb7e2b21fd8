import type { Ref } from 'react';

interface Props {
  ref: Ref<HTMLInputElement>;
  error: string | null;
}

/** Six digits of an authenticator app; the last one sends them. */
export function CodeField({ ref, error }: Props) {
  return (
    <div className="field">
      <label htmlFor="code">Código de 6 dígitos</label>
      <input
        ref={ref}
        id="code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        maxLength={6}
        required
        className="input door-code"
        aria-describedby={error ? 'code-error' : undefined}
        aria-invalid={error !== null}
        onInput={({ currentTarget }) => {
          currentTarget.value = currentTarget.value.replace(/\D/g, '');
          if (currentTarget.value.length === 6) currentTarget.form?.requestSubmit();
        }}
      />
      {error && (
        <p className="field-error" id="code-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
