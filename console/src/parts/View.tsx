import { withoutDirections } from '@funil/contract/directions';
import { type ReactNode, useEffect, useInsertionEffect, useRef } from 'react';

interface Props {
  title: string;
  /** In a line below the title. */
  subtitle?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
  /** Fills the window and scrolls inside, as lists do. */
  isFixed?: boolean;
}

/** A view's frame: its title, which takes the focus when the view opens, and what belongs beside it. */
export function View({ title, subtitle, actions, children, isFixed = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = withoutDirections(`${title} · Funil`);
    // With the next frame, which lays everything out anyhow: a focus given now would do so once more.
    const frame = requestAnimationFrame(() => {
      // A field that focused itself keeps it.
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [title]);
  // Before anything below is measured: a list that is not bounded yet would draw all of its rows.
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
          {subtitle && <p className="muted">{subtitle}</p>}
        </div>
        {actions && <div className="buttons view-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
