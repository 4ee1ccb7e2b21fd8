import { type ReactNode, useEffect, useRef } from 'react';

const STEPS = ['Senha', 'Código'] as const;

interface Props {
  title: string;
  /** A text below the title. */
  intro?: string;
  /** The steps of the sign-in that are completed. */
  completedSteps: 0 | 1 | 2;
  children: ReactNode;
}

/** The frame of every sign-in page. */
export function SignInFrame({ title, intro, completedSteps, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Funil`;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <main className="grid place-items-center min-h-dvh px-4 py-6 [&_form]:grid [&_form]:gap-4 [&_.button]:min-h-11.5 [&_.input]:min-h-11.5 [&_.input]:text-field">
      <div className="grid gap-5 w-full max-w-100 sm:px-9 sm:pt-9 sm:pb-10 sm:border sm:rounded-2xl sm:bg-raised">
        <div className="flex items-center gap-2.5 font-display font-bold text-lg tracking-[-0.02em]">
          <span
            className="size-8 rounded-md bg-[url(/icon.svg)] bg-cover bg-center"
            aria-hidden="true"
          />
          Funil
        </div>
        <ol
          className="sign-in-steps"
          data-done={completedSteps > 0 || undefined}
          aria-label="Etapas"
        >
          {STEPS.map((step, index) => (
            <li
              key={step}
              data-done={index < completedSteps || undefined}
              aria-current={index === completedSteps ? 'step' : undefined}
            >
              {step}
            </li>
          ))}
        </ol>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {intro && <p className="text-muted">{intro}</p>}
        {children}
      </div>
    </main>
  );
}
