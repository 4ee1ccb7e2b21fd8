import { Toast } from '@base-ui/react/toast';

export const noticeManager = Toast.createToastManager();

interface Offer {
  label: string;
  act: () => void;
}

/** Tells what was done, with a way back where there is one. */
export function tell(words: string, offer?: Offer): void {
  const id = noticeManager.add({
    description: words,
    // Time to read it, and to think about whether it was meant.
    timeout: offer ? 10_000 : 5_000,
    ...(offer && {
      actionProps: {
        children: offer.label,
        onClick: () => {
          noticeManager.close(id);
          offer.act();
        },
      },
    }),
  });
}

/** Tells what was not done. */
export function warn(words: string): void {
  noticeManager.add({ description: words, type: 'error', priority: 'high', timeout: 10_000 });
}
