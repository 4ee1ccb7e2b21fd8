import type { ApplicationModalContent } from '@funil/content/schema/application-modal';

interface Props {
  content: ApplicationModalContent['navigation'];
  isLast: boolean;
  isSubmitting: boolean;
  canProceed: boolean;
  back: () => void;
}

/** Back, and Next or the sending. Stays in view while the step scrolls above it. */
export function Navigation({ content, isLast, isSubmitting, canProceed, back }: Props) {
  const sending = isSubmitting ? content.submitting : content.submit;
  return (
    <div className="application-navigation">
      <button
        type="button"
        className="button button-outline"
        onClick={back}
        disabled={isSubmitting}
      >
        {content.back}
      </button>
      <button
        type="submit"
        className="button button-primary"
        disabled={!canProceed}
        aria-busy={isSubmitting}
        // The second press of a double one was meant for the step before.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        {isSubmitting && <span className="spinner" aria-hidden="true" />}
        {isLast ? sending : content.next}
      </button>
    </div>
  );
}
