import type { CtaContent } from '@funil/content/schema/parts';
import type { Tone } from '../layout/grounds.ts';

interface Props {
  cta: CtaContent;
  /** The dialog it opens. */
  opens: 'lead' | 'application';
  /** What it stands on. */
  tone: Tone;
  className?: string;
  /** A link after the note. */
  more?: { label: string; href: string } | undefined;
}

/** The look of the main button on a ground: it must stand out from each. */
export const actionOn = (tone: Tone): string => (tone === 'ink' ? 'button-primary' : 'button-ink');

/** A call to action with its note. It works before any other script has arrived. */
export function CtaButton({ cta, opens, tone, className = '', more }: Props) {
  return (
    <div className={className}>
      <button
        type="button"
        className={`button ${actionOn(tone)} w-full sm:w-auto sm:min-w-72`}
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
