import type { CtaContent } from '@funil/content/schema/cta';

interface Props {
  cta: CtaContent;
  /** The dialog it opens. */
  opens: 'lead' | 'application';
  look?: 'primary' | 'ink' | 'outline';
  className?: string;
}

/** A call to action with its note. It works before any other script has arrived. */
export function CtaButton({ cta, opens, look = 'primary', className = '' }: Props) {
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
      {cta.note && <p className="mt-3 text-[0.9375rem] text-muted">{cta.note}</p>}
    </div>
  );
}
