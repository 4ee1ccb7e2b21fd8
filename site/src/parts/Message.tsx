import { Brand, type BrandLook } from './Brand.tsx';
import { buttonClassOn } from './CtaButton.tsx';
import { Emphasis } from './Emphasis.tsx';
import type { Tone } from './grounds.ts';

interface Props {
  brand: BrandLook;
  tone: Tone;
  /** The HTTP status, shown large above the description. */
  code?: string;
  /** The title is English and smaller than the description, unless `isStored`. */
  title: string;
  description: string;
  /** True if the page confirms a stored form: a title in the visitor's language, and an ornament without a gap. */
  isStored?: boolean;
  back: string;
  /** The link's address; by default the landing page. */
  href?: string;
  /** The link's label in the visitor's language; `back` then labels a second link. */
  backNote?: string | undefined;
}

export function Message({ brand, tone, isStored = false, href = '/', ...texts }: Props) {
  const { code, title, description, back, backNote } = texts;
  return (
    <main data-tone={tone} className="@container hero message-page flex flex-col gutter">
      <p className="mx-auto w-full max-w-page py-5 @md:py-8">
        <Brand {...brand} />
      </p>
      <div className="message mx-auto w-full max-w-page">
        <div className="ornament flex items-center text-mark" aria-hidden="true">
          <span className="node" />
          <span className="message-line" />
          <span className={`message-line ${isStored ? '' : 'message-gap'}`} />
          <span className={isStored ? 'node' : 'message-end'} />
        </div>
        <div className="mt-10">
          {code && <p className="message-code font-display leading-none font-extrabold">{code}</p>}
          {isStored ? (
            <>
              <h1 className="text-title">
                <Emphasis text={title} />
              </h1>
              <p className="mt-4 max-w-[52ch] text-intro text-muted">{description}</p>
            </>
          ) : (
            <>
              <p className="message-description mt-6 max-w-3xl font-display font-bold text-pretty">
                {description}
              </p>
              <h1 lang="en" className="message-title mt-3 text-muted">
                {title}
              </h1>
            </>
          )}
          <p className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
            <a href={href} className={`button ${buttonClassOn(tone)}`}>
              {backNote ?? back}
            </a>
            {backNote && (
              <a href="/" lang="en" className="link inline-flex min-h-11 items-center text-muted">
                {back}
              </a>
            )}
          </p>
        </div>
      </div>
    </main>
  );
}
