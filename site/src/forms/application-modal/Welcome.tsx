import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import type { RefObject } from 'react';
import { Emphasis } from '../../parts/Emphasis.tsx';

interface Props {
  content: ApplicationModalContent['steps']['welcome'];
  startRef: RefObject<HTMLButtonElement | null>;
  /** True while the next step loads after a press. */
  isStarting: boolean;
  start: () => void;
}

// React renders `autofocus` only on the server; the dialog needs it at each opening.
const focusOnOpening = (title: HTMLElement | null) => title?.setAttribute('autofocus', '');

export function Welcome({ content, startRef, isStarting, start }: Props) {
  return (
    <>
      <div className="application-body application-welcome">
        <div>
          <p className="application-seats">{content.badge}</p>
          <h2
            ref={focusOnOpening}
            tabIndex={-1}
            // biome-ignore lint/a11y/noAutofocus: an opening dialog focuses its title
            autoFocus
            data-step-title
            className="mt-5 text-title"
          >
            <Emphasis text={content.title} />
          </h2>
          <p className="mt-4 max-w-[52ch] text-lead text-muted">{content.description}</p>
        </div>
        <ul className="application-promises">
          {content.promises.map((promise) => (
            <li key={promise}>{promise}</li>
          ))}
        </ul>
      </div>
      <div className="application-navigation application-start">
        <p className="max-w-[52ch] text-[0.9375rem] leading-snug text-muted">{content.notice}</p>
        <button
          ref={startRef}
          type="button"
          data-waits
          aria-busy={isStarting}
          onClick={start}
          className="button button-primary"
        >
          {content.start}
        </button>
      </div>
    </>
  );
}
