import { withoutDirections } from '@funil/contract/directions';
import { type ReactNode, useEffect, useInsertionEffect, useRef } from 'react';

interface Props {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** Fills the window and scrolls inside, as lists do. */
  isFixed?: boolean;
}

/** The frame of a view. Its title gets the focus when the view opens. */
export function View({ title, subtitle, actions, children, isFixed = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = withoutDirections(`${title} · Funil`);
    // In the next frame: focusing now would force a second layout.
    const frame = requestAnimationFrame(() => {
      // An autofocused field keeps the focus.
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [title]);
  // Before the list measures itself: without a fixed height it would draw all rows.
  useInsertionEffect(() => {
    document.documentElement.toggleAttribute('data-fixed', isFixed);
    return () => document.documentElement.removeAttribute('data-fixed');
  }, [isFixed]);
  return (
    <div className={isFixed ? 'view view-fixed' : 'view'}>
      <header className="view-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {subtitle && <p className="text-muted">{subtitle}</p>}
        </div>
        {actions && <div className="buttons view-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
