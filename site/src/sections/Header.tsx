import type { HeaderContent } from '@funil/content/schema/header';
import type { FormKey } from '../behaviours/dialog-openers.ts';
import { Brand, type BrandLook } from '../parts/Brand.tsx';
import { buttonClassOn } from '../parts/CtaButton.tsx';
import type { Tone } from '../parts/grounds.ts';
import { Opener } from '../parts/Opener.tsx';
import { Text } from '../parts/Text.tsx';

interface Props {
  content: HeaderContent;
  brand: BrandLook;
  tone: Tone;
  opens: FormKey;
}

/** Hidden and unreachable by keyboard until the visitor has scrolled (header-scroll.ts). */
export const Header = ({ content, brand, tone, opens }: Props) => (
  <header data-section="header" data-tone={tone} className="@container site-header gutter" inert>
    <div className="mx-auto flex h-16 max-w-page items-center justify-between gap-4">
      <a href="/" aria-label={content.home} className="flex min-w-11 rounded-lg py-2">
        <Brand {...brand} />
      </a>
      <Opener
        opens={opens}
        className={`button ${buttonClassOn(tone)} min-h-11 px-[min(1rem,5vw)] py-2 text-[min(0.9375rem,6vw)] sm:px-5`}
      >
        <Text text={content.cta.label} />
      </Opener>
    </div>
  </header>
);
