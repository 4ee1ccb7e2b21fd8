import type { CtaContent } from '@funil/content/schema/cta';

interface Props {
  cta: CtaContent;
  /** The dialog it opens. */
  opens: 'lead' | 'application';
  look?: 'primary' | 'ink' | 'outline';
  className?: string;
  /** A link after the note. */
  more?: { label: string; href: string } | undefined;
}

/** A call to action with its note. It works before any other script has arrived. */
export function CtaButton({ cta, opens, look = 'primary', className = '', more }: Props) {
  return (
    <div className={className}>
      <button
        type="button"
        className={`button button-${look} w-full sm:w-auto sm:min-w-72`}
        data-opens={opens}
        aria-haspopup="dialog"
      >
        {cta.label}
      </button>
      {(cta.note || more) && (
        <p className="mt-3 text-sm text-muted">
          {cta.note}{' '}
          {more && (
            <a href={more.href} className="link inline-block text-fg">
              {more.label}
            </a>
          )}
        </p>
      )}
    </div>
  );
}
