import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
  /** `lead:7` or `application:…`. */
  subject: string;
  className?: string;
  children: ReactNode;
}

/** The way to somebody's story. */
export function ContactLink({ subject, className, children }: Props) {
  return (
    <Link {...wayTo(subject)} preload={false} {...(className && { className })}>
      {children}
    </Link>
  );
}

/** Where somebody's story is: `lead:7` or `application:…`. */
export function wayTo(subject: string) {
  const [kind, id = ''] = subject.split(':');
  const to = kind === 'lead' ? ('/leads/$id' as const) : ('/aplicacoes/$id' as const);
  return { to, params: { id }, search: {} };
}
