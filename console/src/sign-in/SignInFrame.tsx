import { type ReactNode, useEffect, useRef } from 'react';

const SIGN_IN_STEPS = ['Senha', 'Código'] as const;

interface Props {
  title: string;
  intro?: string;
  completedSteps?: 0 | 1 | 2;
  children: ReactNode;
}

export function SignInFrame({ title, intro, completedSteps = 0, children }: Props) {
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
          className="relative mt-2 mb-1 grid grid-cols-2 text-small text-muted before:absolute before:inset-x-3 before:top-1.25 before:h-0.5 before:bg-wire data-done:before:bg-mark"
          data-done={completedSteps > 0 || undefined}
          aria-label="Etapas"
        >
          {SIGN_IN_STEPS.map((step, index) => (
            <li
              key={step}
              className="relative pt-5.5 before:absolute before:top-0 before:left-0 before:size-3 before:rounded-full before:border-2 before:border-wire before:bg-raised last:text-right last:before:right-0 last:before:left-auto data-done:before:border-mark data-done:before:bg-mark-fill aria-[current=step]:font-semibold aria-[current=step]:text-fg aria-[current=step]:before:border-mark"
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
