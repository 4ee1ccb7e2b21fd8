import type { FooterContent } from '@funil/content/schema/footer';
import type { SiteContent } from '@funil/content/schema/site';
import { Brand, type BrandLook } from '../parts/Brand.tsx';

interface Props {
  content: FooterContent;
  brand: BrandLook;
  email: string;
  /** Whether names, numbers and testimonials are invented, and the page says so. */
  isDemo: boolean;
  year: number;
  /** Where Google or Meta measure: the words of the switch that ends it. */
  consent: SiteContent['consent'] | undefined;
}

/** As easily taken back as given; behaviour and what is hidden: tracking/consent.ts. */
function ConsentSwitch({ granted, withdraw, denied, allow }: SiteContent['consent']) {
  const button = 'link inline-flex min-h-11 items-center px-2 text-fg';
  return (
    <div data-consent-switch role="status" className="mt-4 text-sm text-muted" hidden>
      <p data-when="granted">
        {granted}{' '}
        <button type="button" data-choice="denied" className={button}>
          {withdraw}
        </button>
      </p>
      <p data-when="denied">
        {denied}{' '}
        <button type="button" data-choice="granted" className={button}>
          {allow}
        </button>
      </p>
    </div>
  );
}

function Privacy({ privacy }: { privacy: FooterContent['privacy'] }) {
  return (
    <details id="privacidade" data-back={privacy.back} className="mt-12 border-y border-line">
      <summary className="disclosure py-4 font-semibold">{privacy.title}</summary>
      <dl className="grid gap-x-10 gap-y-6 pt-2 pb-8 md:grid-cols-2">
        {privacy.parts.map(({ title, text }) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1 text-[0.9375rem] text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

export function Footer({ content, brand, email, isDemo, year, consent }: Props) {
  return (
    <footer
      id="footer"
      data-section="footer"
      data-tone="ink"
      className="site-footer border-t border-line px-5 pt-14 pb-10 sm:px-8"
    >
      <div className="mx-auto max-w-page">
        <div className="flex flex-col justify-between gap-6 lg:flex-row lg:items-start">
          <div>
            <Brand {...brand} />
            <p className="mt-3 text-muted">{content.tagline}</p>
          </div>
          <nav aria-label={content.linksLabel}>
            <ul className="flex flex-wrap gap-x-7">
              {content.links.map(({ label, href }) => (
                <li key={href}>
                  <a href={href} className="link inline-flex min-h-11 items-center">
                    {label}
                  </a>
                </li>
              ))}
              <li>
                <a href="#inicio" className="link inline-flex min-h-11 items-center">
                  {content.backToTop}
                </a>
              </li>
            </ul>
          </nav>
          <p className="text-muted">
            {content.contactLabel}
            <a href={`mailto:${email}`} className="link flex min-h-11 items-center text-fg">
              {email}
            </a>
          </p>
        </div>
        <Privacy privacy={content.privacy} />
        {consent && <ConsentSwitch {...consent} />}
        {isDemo && <p className="mt-8 max-w-[80ch] text-sm">{content.demoNotice}</p>}
        <p className="mt-4 max-w-[80ch] text-sm text-muted">{content.legal}</p>
        <p className="mt-4 text-sm text-muted">
          © {year} {content.copyright}
        </p>
      </div>
    </footer>
  );
}
