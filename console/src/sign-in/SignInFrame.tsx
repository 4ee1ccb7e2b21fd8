import { type ReactNode, useEffect, useRef } from 'react';
import './sign-in.css';

const STEPS = ['Senha', 'Código'] as const;

interface Props {
  title: string;
  /** A line below the title. */
  lead?: string;
  /** Number of finished steps. */
  done: 0 | 1 | 2;
  children: ReactNode;
}

/** The frame of every sign-in page. */
export function SignInFrame({ title, lead, done, children }: Props) {
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
        <ol className="sign-in-steps" data-done={done > 0 || undefined} aria-label="Etapas">
          {STEPS.map((step, index) => (
            <li
              key={step}
              data-done={index < done || undefined}
              aria-current={index === done ? 'step' : undefined}
            >
              {step}
            </li>
          ))}
        </ol>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className="muted">{lead}</p>}
        {children}
      </div>
    </main>
  );
}
