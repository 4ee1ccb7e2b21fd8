import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
  /** `lead:7` or `application:…`. */
  subject: string;
  className?: string;
  children: ReactNode;
}

/** The way to somebody's story. */
export function SubjectLink({ subject, className, children }: Props) {
  const [kind, id = ''] = subject.split(':');
  return (
    <Link
      to={kind === 'lead' ? '/leads/$id' : '/aplicacoes/$id'}
      params={{ id }}
      search={{}}
      preload={false}
      {...(className && { className })}
    >
      {children}
    </Link>
  );
}
