import type { TestimonialsContent } from '@funil/content/schema/testimonials';
import { ArrowButton } from './ArrowButton.tsx';

/** Empty until a conversation is opened: image-dialog.ts puts picture and words in. */
export function ConversationDialog({ texts }: { texts: TestimonialsContent['carousel'] }) {
  return (
    <dialog id="conversation-dialog" aria-label={texts.dialog} className="image-dialog">
      <div data-tone="ink" className="image-dialog-panel">
        <div className="image-dialog-picture" data-enlarged />
        <div className="image-dialog-words" data-words />
        <div className="image-dialog-bar">
          <ArrowButton label={texts.previous} towards="left" />
          <p className="tabular-nums" aria-live="polite" data-position />
          <ArrowButton label={texts.next} towards="right" />
          <button type="button" className="close-button image-dialog-close" data-closes>
            <span className="sr-only">{texts.close}</span>
          </button>
        </div>
      </div>
    </dialog>
  );
}
