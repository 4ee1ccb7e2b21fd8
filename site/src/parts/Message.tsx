import type { Tone } from '../layout/grounds.ts';
import { Brand, type BrandLook } from './Brand.tsx';
import { actionOn } from './CtaButton.tsx';

interface Props {
  brand: BrandLook;
  tone: Tone;
  /** Set large above the title, where there is one. */
  code?: string;
  title: string;
  description: string;
  /** Label of the link to the landing page. */
  back: string;
}

/** A page that says one thing: not found, or failed. Its wire ends in a node that is not lit. */
export function Message({ brand, tone, code, title, description, back }: Props) {
  return (
    <main data-tone={tone} className="hero flex min-h-svh flex-col px-5 sm:px-8">
      <p className="mx-auto w-full max-w-page py-5 md:py-8">
        <Brand {...brand} />
      </p>
      <div className="mx-auto my-auto w-full max-w-page pb-24">
        <svg viewBox="0 0 240 24" className="ornament h-6 w-60 text-mark" aria-hidden="true">
          <circle cx="12" cy="12" r="8" fill="currentColor" />
          <path d="M20 12H108" stroke="currentColor" strokeWidth="2" />
          <path d="M108 12H220" stroke="currentColor" strokeWidth="2" strokeDasharray="2 8" />
          <circle cx="228" cy="12" r="8" fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
        {code && (
          <p className="mt-8 font-display text-[clamp(5rem,20vw,12rem)] leading-none font-extrabold">
            {code}
          </p>
        )}
        <h1 className="mt-6 text-title">{title}</h1>
        <p className="mt-4 max-w-[52ch] text-lead text-muted">{description}</p>
        <a href="/" className={`button ${actionOn(tone)} mt-8`}>
          {back}
        </a>
      </div>
    </main>
  );
}
