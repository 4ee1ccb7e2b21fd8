import { Link, useNavigate } from '@tanstack/react-router';
import { type ComponentProps, type MouseEvent, type ReactNode, useCallback } from 'react';
import { afterPaint, opensElsewhere } from '../parts/input-events.ts';

interface Props {
  /** `lead:7` or `application:…`. */
  subject: string;
  className?: string;
  children: ReactNode;
}

/** The way to a person's timeline. */
export function ContactLink({ subject, className, children }: Props) {
  return (
    <Link {...wayTo(subject)} preload={false} {...(className && { className })}>
      {children}
    </Link>
  );
}

/** The router's address of a person's timeline. */
export function wayTo(subject: string) {
  const [kind, id = ''] = subject.split(':');
  const to = kind === 'lead' ? ('/leads/$id' as const) : ('/aplicacoes/$id' as const);
  return { to, params: { id }, search: {} };
}

interface RowLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  subject: string;
  /** What {@link useOpen} returns. */
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/** A row's plain link to a person: each of the router's own links would look at every navigation. */
export function RowLink({ subject, onOpen, ...rest }: RowLinkProps) {
  const [kind, id] = subject.split(':');
  const href = `/${kind === 'lead' ? 'leads' : 'aplicacoes'}/${id}`;
  return <a {...rest} href={href} data-subject={subject} onClick={onOpen} />;
}

/** What a press on a {@link RowLink} does: it opens the person and keeps the list's search. */
export function useOpen(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      if (opensElsewhere(event)) return;
      event.preventDefault();
      const { subject = '' } = event.currentTarget.dataset;
      afterPaint(() => void navigate({ ...wayTo(subject), search: true }));
    },
    [navigate],
  );
}
