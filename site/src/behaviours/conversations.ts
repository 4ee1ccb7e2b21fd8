// Loaded when the conversations come near: see page.ts.
import { startCarousel } from './carousel.ts';
import { watchImageDialog } from './image-dialog.ts';

export function startConversations(root: HTMLElement): void {
  startCarousel(root);
  const dialog = document.querySelector<HTMLDialogElement>('#conversation-dialog');
  if (dialog) watchImageDialog(root, dialog);
}
