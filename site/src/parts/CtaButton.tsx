import type { CtaContent } from '@funil/content/schema/parts';
import type { FormKey } from '../behaviours/dialog-openers.ts';
import type { Tone } from './grounds.ts';
import { Opener } from './Opener.tsx';
import { Text } from './Text.tsx';

interface Props {
  cta: CtaContent;
  opens: FormKey;
  tone: Tone;
  className?: string;
  noteLink?: { label: string; href: string } | undefined;
}

export const buttonClassOn = (tone: Tone): string =>
  tone === 'ink' ? 'button-primary' : 'button-ink';

/** A button that opens a dialog, also before React has loaded. */
export const CtaButton = ({ cta, opens, tone, className = '', noteLink }: Props) => (
  <div className={className}>
    <Opener
      opens={opens}
      className={`button ${buttonClassOn(tone)} w-full @sm:w-auto @sm:min-w-72`}
    >
      <Text text={cta.label} />
    </Opener>
    {(cta.note || noteLink) && (
      <p className="mt-3 text-sm text-balance text-muted">
        <Text text={cta.note} />{' '}
        {noteLink && (
          <a href={noteLink.href} className="link -my-3 inline-block py-3 text-fg">
            <Text text={noteLink.label} />
          </a>
        )}
      </p>
    )}
  </div>
);
