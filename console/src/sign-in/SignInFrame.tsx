import { type ReactNode, useEffect, useRef } from 'react';
import './sign-in.css';

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
    <main className="sign-in">
      <div className="sign-in-card">
        <div className="sign-in-brand">
          <span className="sign-in-logo" aria-hidden="true" />
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
        {intro && <p className="muted">{intro}</p>}
        {children}
      </div>
    </main>
  );
}
