import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { wayTo } from './way-to.ts';

interface Props {
  /** `lead:7` or `application:…`. */
  subject: string;
  className?: string;
  children: ReactNode;
}

/** The way to somebody's story. */
export function SubjectLink({ subject, className, children }: Props) {
  return (
    <Link {...wayTo(subject)} preload={false} {...(className && { className })}>
      {children}
    </Link>
  );
}
