import type { FooterContent } from '@funil/content/schema/footer';
import type { SiteContent } from '@funil/content/schema/site';
import { Brand, type BrandLook } from '../parts/Brand.tsx';

interface Props {
  content: FooterContent;
  brand: BrandLook;
  email: string;
  /** True: the footer says that names, numbers and testimonials are invented. */
  isDemo: boolean;
  year: number;
  /** Texts of the consent switch; undefined without Google and Meta. */
  consent: SiteContent['consent'] | undefined;
}

const LINK_CLASSES = 'link inline-flex min-h-11 max-w-full items-center wrap-anywhere';

/** tracking/consent.ts shows one of the states. */
function ConsentSwitch({ granted, withdraw, denied, allow }: SiteContent['consent']) {
  const states = [
    { state: 'granted', text: granted, choice: 'denied', label: withdraw },
    { state: 'denied', text: denied, choice: 'granted', label: allow },
  ];
  return (
    <div data-consent-switch role="status" className="mt-4 text-sm text-muted" hidden>
      {states.map(({ state, text, choice, label }) => (
        <p key={state} data-when={state}>
          {text}{' '}
          <button type="button" data-choice={choice} className={`${LINK_CLASSES} px-2 text-fg`}>
            {label}
          </button>
        </p>
      ))}
    </div>
  );
}

const Privacy = ({ privacy }: { privacy: FooterContent['privacy'] }) => (
  <details id="privacidade" data-back={privacy.back} className="mt-8 rule-y">
    <summary className="disclosure py-4 font-semibold">{privacy.title}</summary>
    <dl className="gap-x-10 pt-2 pb-2 @md:columns-2">
      {privacy.parts.map(({ title, text }) => (
        <div key={title} className="break-inside-avoid pb-6">
          <dt className="font-semibold">{title}</dt>
          <dd className="mt-1 text-sm text-pretty text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  </details>
);

export const Footer = ({ content, brand, email, isDemo, year, consent }: Props) => (
  <footer
    id="footer"
    data-section="footer"
    data-tone="ink"
    className="@container site-footer rule-t gutter pt-12 pb-8"
  >
    <div className="mx-auto max-w-page">
      <div className="flex flex-col justify-between gap-x-10 gap-y-4 @lg:flex-row">
        <div className="@lg:min-w-48 @lg:flex-1">
          <p className="flex min-h-11 items-center">
            <Brand {...brand} />
          </p>
          <p className="text-muted">{content.tagline}</p>
        </div>
        <nav aria-label={content.linksLabel}>
          <ul className="flex flex-wrap gap-x-5">
            {content.links.map(({ label, href }) => (
              <li key={href}>
                <a href={href} className={LINK_CLASSES}>
                  {label}
                </a>
              </li>
            ))}
            <li className="flex flex-wrap items-center gap-x-1.5 text-muted @max-sm:w-full">
              {content.contactLabel}
              <a href={`mailto:${email}`} className={`${LINK_CLASSES} text-fg`}>
                {email}
              </a>
            </li>
          </ul>
        </nav>
      </div>
      <Privacy privacy={content.privacy} />
      {consent && <ConsentSwitch {...consent} />}
      <div className="mt-8 grid gap-x-10 gap-y-4 text-sm text-muted @lg:auto-cols-[minmax(0,80ch)] @lg:grid-flow-col">
        {isDemo && <p className="text-fg">{content.demoNotice}</p>}
        <p>{content.legal}</p>
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-sm">
        <p className="text-muted @max-sm:order-1 @max-sm:w-full">
          © {year} {content.copyright}
        </p>
        <span className="ornament wire-x -mr-3 min-w-8 flex-1" aria-hidden="true" />
        <a href="#inicio" className={LINK_CLASSES}>
          <span className="ornament node mr-3" aria-hidden="true" />
          {content.backToTop}
        </a>
      </div>
    </div>
  </footer>
);
