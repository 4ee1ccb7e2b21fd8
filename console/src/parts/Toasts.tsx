import { Toast as BaseToast } from '@base-ui/react/toast';
import { removeDirectionMarks } from '@funil/contract/characters';
import { useEffect } from 'react';
import { Icon } from './Icon.tsx';
import { type Toast, takeQueuedToasts, useQueuedToasts } from './toast.ts';

const toastManager = BaseToast.createToastManager();

function openToast({ text, action, isError = false }: Toast): void {
  const id = toastManager.add({
    description: removeDirectionMarks(text),
    // With a high priority, screen readers reach the button only after the toast has the focus.
    ...(isError && { type: 'error', priority: action ? 'low' : 'high' }),
    timeout: action || isError ? 10_000 : 5_000,
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          toastManager.close(id);
          action.onClick();
        },
      },
    }),
  });
}

/** On a phone with an open dialog, only the newest toast is shown, above the dialog. */
export function Toasts() {
  const queuedToasts = useQueuedToasts();
  // The toast manager works only after the effect of its provider, which runs before this effect.
  useEffect(() => {
    if (queuedToasts.length > 0) for (const toast of takeQueuedToasts()) openToast(toast);
  }, [queuedToasts]);
  return (
    <BaseToast.Provider toastManager={toastManager} limit={3}>
      <BaseToast.Portal>
        <BaseToast.Viewport
          className="fixed z-50 inset-x-3 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] flex flex-col gap-2 outline-none md:inset-[auto_auto_1rem_calc(var(--rail)+1rem)] md:w-104 max-sm:in-[:root:has(.dialog)]:top-3! max-sm:in-[:root:has(.dialog)]:bottom-auto! max-sm:in-[:root:has(.dialog)]:[&>:not(:first-child)]:hidden in-[:root:has(.bulk)]:mb-31 sm:in-[:root:has(.bulk)]:mb-18 in-[:root:has(.page-bar)]:mb-28 xs:in-[:root:has(.page-bar)]:mb-16 print:hidden"
          aria-label="Avisos"
        >
          <ToastList />
        </BaseToast.Viewport>
      </BaseToast.Portal>
    </BaseToast.Provider>
  );
}

const BUTTON_CLASSES = 'grid place-items-center min-w-11 min-h-11 px-3 rounded-md hover:bg-white/8';

function ToastList() {
  const { toasts } = BaseToast.useToastManager();
  return toasts.map((toast) => (
    <BaseToast.Root
      key={toast.id}
      toast={toast}
      className="[--focus:var(--color-lime)] border border-glint border-l-3 border-l-lime rounded-lg bg-ink-3 text-on-ink shadow-[0_12px_32px_-8px_color-mix(in_oklab,var(--color-ink)_50%,transparent)] transition-[opacity,translate] duration-150 data-[type=error]:border-l-red data-starting-style:opacity-0 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-ending-style:translate-y-2 data-limited:hidden forced-colors:border-[CanvasText]"
      aria-label="Aviso"
      swipeDirection={['down', 'right']}
    >
      <BaseToast.Content className="flex flex-wrap items-center gap-1 py-1 pr-1 pl-3.5">
        <BaseToast.Description className="flex-[1_1_8rem] min-w-0 py-2" />
        {toast.actionProps && (
          <BaseToast.Action className={`${BUTTON_CLASSES} text-lime font-semibold`} />
        )}
        <BaseToast.Close
          className={`${BUTTON_CLASSES} text-inherit ml-auto`}
          aria-label="Fechar aviso"
        >
          <Icon name="close" />
        </BaseToast.Close>
      </BaseToast.Content>
    </BaseToast.Root>
  ));
}
