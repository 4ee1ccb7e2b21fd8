import { type ReactNode, useEffect, useRef } from 'react';
import './sign-in.css';

const STEPS = ['Senha', 'Código'] as const;

interface Props {
  title: string;
  lead?: ReactNode;
  /** How many nodes of the wire are behind. */
  done: 0 | 1 | 2;
  children: ReactNode;
}

/** The frame of the sign-in: a wire from the password to the code. */
export function Door({ title, lead, done, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Funil`;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <main className="door">
      <div className="door-card">
        <div className="door-brand">
          <span className="door-mark" aria-hidden="true" />
          Funil
        </div>
        <ol className="door-wire" data-done={done > 0 || undefined} aria-label="Etapas">
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
