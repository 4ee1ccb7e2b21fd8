import type { SiteContent } from '@funil/content/schema/site';
import { hasThirdParties, settingsAttributes } from '../tracking/settings.ts';

/** tracking/consent.ts reads the tracker's settings from the attributes, and shows this until the visitor chooses. */
export function Consent({ site }: { site: SiteContent }) {
  const { consent, tracking, product } = site;
  const isQuestion = tracking.consent === 'banner';
  const granted = isQuestion ? consent.accept : consent.dismiss;
  const choices = { denied: consent.decline, granted };
  return (
    <aside
      {...settingsAttributes(tracking)}
      data-product={product}
      aria-label={consent.label}
      data-tone="ink"
      className="fixed inset-x-0 bottom-0 z-20 rule-t gutter py-3"
      hidden
    >
      {hasThirdParties(tracking) && (
        <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-5 gap-y-2">
          <p className="min-w-64 flex-1 text-sm leading-snug text-balance">
            {isQuestion ? consent.banner : consent.notice}{' '}
            <a href="#privacidade" className="link inline-block">
              {consent.privacyLink}
            </a>
          </p>
          <div className="flex flex-1 gap-3 sm:flex-none">
            {Object.entries(choices).map(([choice, label]) => (
              <button
                key={choice}
                type="button"
                data-choice={choice}
                className="button button-outline min-h-11 flex-1 px-5 py-2 text-sm"
              >
                {label}
              </button>
            ))}
          </div>
        </div>
      )}
    </aside>
  );
}
