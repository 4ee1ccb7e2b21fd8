import { Link, useRouter } from '@tanstack/react-router';
import type { ComponentProps, ReactNode, SyntheticEvent } from 'react';
import { afterPaint, onPlainClick } from './input-events.ts';

export const LIST_PATHS = { leads: '/pessoas/leads', applications: '/pessoas/aplicacoes' } as const;

/** Splits a contact's key, `lead:<number>` or `application:<uuid>`. */
export function readContactKey(contactKey: string) {
  const [kind, id = ''] = contactKey.split(':');
  return { kind: kind === 'lead' ? 'lead' : 'application', id } as const;
}

interface Props {
  contactKey: string;
  className?: string;
  children: ReactNode;
}

export const ContactLink = ({ contactKey, className, children }: Props) => (
  <Link {...contactRoute(contactKey)} preload={false} {...(className && { className })}>
    {children}
  </Link>
);

export function contactRoute(contactKey: string) {
  const { kind, id } = readContactKey(contactKey);
  const list = LIST_PATHS[`${kind}s`];
  return { to: `${list}/$id` as const, params: { id }, search: {} };
}

interface RowLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  contactKey: string;
}

/** Keeps the list's search. The router's `Link` would be drawn again at every navigation. */
export function RowLink({ contactKey, ...anchor }: RowLinkProps) {
  const router = useRouter();
  const route = { ...contactRoute(contactKey), search: true } as const;
  // A new search does not draw the row again, so a click or focus puts it into the link, for a new tab.
  const addSearchToLink = ({ currentTarget }: SyntheticEvent<HTMLAnchorElement>) => {
    currentTarget.href = router.buildLocation(route).publicHref;
  };
  return (
    <a
      {...anchor}
      href={route.to.replace('$id', route.params.id)}
      onPointerDown={addSearchToLink}
      onFocus={addSearchToLink}
      onClick={onPlainClick(() => afterPaint(() => void router.navigate(route)))}
    />
  );
}
