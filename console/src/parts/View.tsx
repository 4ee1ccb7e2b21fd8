import { removeDirectionMarks } from '@funil/contract/characters';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useInsertionEffect, useRef } from 'react';
import { useRole } from '../console-context.ts';
import { findView, type MenuView } from '../views.ts';

interface Props {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** Fills the window and scrolls inside, as lists do. */
  isFixed?: boolean;
}

/** The title gets the focus when the view opens. */
export function View({ title, subtitle, actions, children, isFixed = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const view = findView(path);
  useEffect(() => {
    document.title = removeDirectionMarks(`${title} · Funil`);
    // Waits for the next frame, because focusing the title before would force a second layout.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [title]);
  // Runs before the list measures its height, because a list without a fixed height would draw all rows.
  useInsertionEffect(() => {
    document.documentElement.toggleAttribute('data-fixed', isFixed);
    return () => document.documentElement.removeAttribute('data-fixed');
  }, [isFixed]);
  return (
    <div
      className={`grid grid-cols-1 w-full ${
        isFixed
          ? '@container/view flex-1 grid-rows-[auto_minmax(16rem,1fr)] min-h-0'
          : 'content-start gap-5 max-w-432 px-pad pt-5 pb-12 print:p-0'
      }`}
    >
      <header
        className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-3 has-[#filters]:gap-x-2 ${
          isFixed
            ? 'px-pad py-3 border-b max-md:has-data-search:[&>:first-child]:sr-only xs:max-md:not-has-data-search:flex-nowrap xs:max-md:not-has-data-search:[&>.buttons]:flex-none max-md:[&_h1]:text-xl'
            : ''
        }`}
      >
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {view?.tabs ? view.label : title}
          </h1>
          {subtitle && <p className="text-muted">{subtitle}</p>}
        </div>
        {actions && (
          <div className="buttons max-xs:gap-1 max-xs:[&>.button]:flex-1 has-data-search:flex-1 has-data-search:justify-end has-[#filters]:contents [&>search]:ml-auto print:hidden">
            {actions}
          </div>
        )}
        {view && <Tabs view={view} />}
      </header>
      {children}
    </div>
  );
}

function scrollToCurrentTab(tabs: HTMLElement | null): void {
  const currentTab = tabs?.querySelector('[aria-current="page"]');
  currentTab?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** Links to the view's tabs that the operator may open; they keep the search term. */
function Tabs({ view: { path, label, tabs = [] } }: { view: MenuView }) {
  const role = useRole();
  const permittedTabs = tabs.filter((tab) => tab.roles.includes(role));
  if (permittedTabs.length < 2) return null;
  return (
    <nav
      ref={scrollToCurrentTab}
      className="order-2 flex gap-1 basis-full overflow-x-auto [scrollbar-width:none] border-b in-data-fixed:-mb-3 in-data-fixed:border-b-0"
      aria-label={label}
    >
      {permittedTabs.map((tab) => (
        <Link
          key={tab.path}
          to={tab.path}
          search={({ q }: { q?: string }) => (q === undefined ? {} : { q })}
          className="grid flex-none content-center min-h-11 px-3.5 border-b-3 border-transparent text-muted no-underline whitespace-nowrap aria-[current=page]:border-mark aria-[current=page]:font-semibold aria-[current=page]:text-fg forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight]"
          activeOptions={{ exact: tab.path === path, includeSearch: false }}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
