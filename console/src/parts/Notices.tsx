import { Toast } from '@base-ui/react/toast';
import { withoutDirections } from '@funil/contract/directions';
import { useEffect } from 'react';
import { Icon } from './Icon.tsx';

export interface Offer {
  label: string;
  act: () => void;
}

export interface Notice {
  readonly words: string;
  readonly offer?: Offer | undefined;
  readonly isFailure?: boolean;
}

const manager = Toast.createToastManager();

export function showNotice({ words, offer, isFailure = false }: Notice): void {
  const id = manager.add({
    description: withoutDirections(words),
    // What is told first is hidden from readers until it has the focus: not where there is a button in it.
    ...(isFailure && { type: 'error', priority: offer ? 'low' : 'high' }),
    // Time to read it, and to think about whether it was meant.
    timeout: offer || isFailure ? 10_000 : 5_000,
    ...(offer && {
      actionProps: {
        children: offer.label,
        onClick: () => {
          manager.close(id);
          offer.act();
        },
      },
    }),
  });
}

/** What was just done, at the window's edge; read out as it comes. */
export function Notices({ onReady }: { onReady: () => void }) {
  // After the provider's own, which listens from then on.
  useEffect(onReady, [onReady]);
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="notices" aria-label="Avisos">
          <NoticeList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function NoticeList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="notice"
      aria-label="Aviso"
      swipeDirection={['down', 'right']}
    >
      <Toast.Content className="notice-content">
        <Toast.Description />
        {toast.actionProps && <Toast.Action className="notice-action" />}
        <Toast.Close className="notice-close" aria-label="Fechar aviso">
          <Icon name="close" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
