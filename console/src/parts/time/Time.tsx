import type { ReactNode } from 'react';
import { formatFullTime, formatShortTime } from './format-time.ts';
import { useNow } from './use-now.ts';

interface Props {
  /** ISO. */
  at: string;
  className?: string;
  /** The shown text; by default the time's short form. The tooltip has the full form. */
  children?: ReactNode;
}

export function Time({ at, className, children }: Props) {
  const now = useNow();
  return (
    <time className={className} dateTime={at} title={formatFullTime(at)}>
      {children ?? formatShortTime(at, now)}
    </time>
  );
}
