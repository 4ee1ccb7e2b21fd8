import { Link, useRouter } from '@tanstack/react-router';
import type { ComponentProps, ReactNode, SyntheticEvent } from 'react';
import { readContactKey } from './contact-key.ts';
import { afterPaint, onLinkClick } from './input-events.ts';

export const LIST_PATHS = { leads: '/pessoas/leads', applications: '/pessoas/aplicacoes' } as const;

interface Props {
  subject: string;
  className?: string;
  children: ReactNode;
}

export function ContactLink({ subject, className, children }: Props) {
  return (
    <Link {...contactRoute(subject)} preload={false} {...(className && { className })}>
      {children}
    </Link>
  );
}

/** @param subject such as `lead:7` */
export function contactRoute(subject: string) {
  const { kind, id } = readContactKey(subject);
  const list = LIST_PATHS[`${kind}s`];
  return { to: `${list}/$id` as const, params: { id }, search: {} };
}

interface RowLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  subject: string;
}

/** Keeps the list's search. The router's `Link` would be drawn again at every navigation. */
export function RowLink({ subject, ...rest }: RowLinkProps) {
  const router = useRouter();
  const route = { ...contactRoute(subject), search: true } as const;
  // The row is not drawn again when the search changes, so a press or the focus updates the link for another tab.
  const keepSearch = ({ currentTarget }: SyntheticEvent<HTMLAnchorElement>) => {
    currentTarget.href = router.buildLocation(route).publicHref;
  };
  return (
    <a
      {...rest}
      href={route.to.replace('$id', route.params.id)}
      onPointerDown={keepSearch}
      onFocus={keepSearch}
      onClick={onLinkClick(() => afterPaint(() => void router.navigate(route)))}
    />
  );
}
