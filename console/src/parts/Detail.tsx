import { removeDirectionMarks } from '@funil/contract/characters';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { isNotFound } from '../api.ts';
import { isWindowAtLeast } from './breakpoints.ts';
import { Icon } from './Icon.tsx';

interface Props {
  /** Undefined while the row loads. */
  name: string | undefined;
  /** Null while the row loads. */
  error: Error | null;
  list: Pick<LinkProps, 'to' | 'search'>;
  children: ReactNode;
}

/** A row's detail, beside the list or, on a phone, in place of it. Needs the row's id as React key. */
export function Detail({ name, error, list, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (name === undefined) return;
    document.title = removeDirectionMarks(`${name} · Funil`);
    // In a wide window the focus stays in the list, which is still shown.
    if (!isWindowAtLeast('lg')) heading.current?.focus();
  }, [name]);
  return (
    // `relative`, because hidden labels far down would otherwise make the window scroll past the detail.
    <article
      className="relative min-h-0 overflow-y-auto overscroll-contain bg-raised lg:border-l"
      aria-labelledby="detail-name"
    >
      <header className="xs:sticky z-2 top-0 flex items-center gap-2 min-h-15 py-2 pr-pad pl-[calc(var(--pad)-0.625rem)] border-b bg-raised lg:flex-row-reverse lg:justify-between lg:pr-[calc(var(--pad)-0.625rem)] lg:pl-pad">
        <Link
          {...list}
          className="button quiet square xs:flex-none print:hidden"
          aria-label="Fechar"
        >
          <Icon name="close" className="hidden lg:block" />
          <Icon name="back" className="lg:hidden" />
        </Link>
        <h1 id="detail-name" ref={heading} tabIndex={-1} className="min-w-0 text-xl">
          {name ?? (isNotFound(error) ? 'Não encontrado' : error ? 'Não abriu' : 'Carregando…')}
        </h1>
      </header>
      <div className="grid gap-7 max-w-176 px-pad pt-5 pb-12 [&_h2]:text-base [&_:not(.stack)>h2]:mb-3 [&_code]:px-3 [&_code]:py-2.5 [&_code]:text-small">
        {children}
      </div>
    </article>
  );
}
