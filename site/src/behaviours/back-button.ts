/** Whether the current history entry is the one that exists while a dialog is open. */
const isDialogEntry = (): boolean => window.history.state?.dialog === true;

/**
 * Changes or adds an entry. While a dialog is open, the address has no anchor, because in Chrome a return to an anchor
 * takes the focus away; the entry's state keeps the anchor.
 */
function changeHistory(
  method: 'pushState' | 'replaceState',
  isDialogOpen: boolean,
  anchor = '',
): void {
  const { pathname, search, hash } = window.location;
  // Meta's and Google's scripts replace the methods of `history` to count page views, so the prototype's is called.
  const changeEntry = History.prototype[method];
  const state = { anchor: hash, ...window.history.state, dialog: isDialogOpen };
  changeEntry.call(window.history, state, '', pathname + search + anchor);
}

/** Returns the open dialog; if two are open, the upper one, which is later in the document. */
const findOpenDialog = () =>
  [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].pop();

/** Does not click on “Voltar” to go back a step, because this would count as the visitor's click. */
function stepBackOrClose(dialog: HTMLDialogElement): void {
  // The application cancels the event when it has gone back a step (ApplicationForm.tsx).
  const isIgnored = dialog.dispatchEvent(new Event('funil:step-back', { cancelable: true }));
  if (isIgnored) dialog.close();
}

/**
 * Makes the phone's back button or gesture leave an open dialog instead of the page, which would also close an in-app
 * browser. A history entry with the same address exists while a dialog is open. Chrome on Android itself closes a
 * dialog, even at a later step of the application, before it looks at the history.
 */
export function watchBackButton(): void {
  /** True from a call of `back` or `forward` until its `popstate`. */
  let isTraversing = false;
  /** True after a saved lead, while the browser leaves for the checkout. A step in the history would cancel that. */
  let isDeparting = false;
  const traverse = (direction: 'back' | 'forward') => {
    isTraversing = true;
    window.history[direction]();
  };
  const updateEntry = () => {
    if (isTraversing || isDeparting) return;
    const isOpen = findOpenDialog() !== undefined;
    if (isOpen && !isDialogEntry()) {
      changeHistory('replaceState', false);
      changeHistory('pushState', true);
    } else if (!isOpen && isDialogEntry()) {
      // Leaving empties the form, so a later call would no longer see that a lead was saved.
      isDeparting = document.querySelector('[data-saved]') !== null;
      if (!isDeparting) traverse('back');
    } else if (!isOpen && !window.location.hash && window.history.state?.anchor) {
      changeHistory('replaceState', false, window.history.state.anchor);
    }
  };
  const followTraversal = (event: Event) => {
    const dialog = findOpenDialog();
    const isLeaving = dialog && !isTraversing && !isDialogEntry();
    // Jumps to anchors have entries of their own.
    if (!isLeaving && !isTraversing && !isDialogEntry()) return;
    event.stopImmediatePropagation();
    isTraversing = false;
    if (isLeaving) stepBackOrClose(dialog);
    // Goes forward to the old entry, because Chrome's back button skips a new one that was added without a touch.
    if (isLeaving && findOpenDialog()) traverse('forward');
    else updateEntry();
  };
  window.addEventListener('popstate', followTraversal, true);
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) isTraversing = isDeparting = false;
    updateEntry();
  });
  new MutationObserver(updateEntry).observe(document, {
    subtree: true,
    attributeFilter: ['open'],
  });
  // Changes the entry that a reload left, because going back would scroll to where the dialog was opened.
  if (isDialogEntry() && !findOpenDialog()) changeHistory('replaceState', false);
  updateEntry();
}
