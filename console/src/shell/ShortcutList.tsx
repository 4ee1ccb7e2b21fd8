import { Dialog } from '../parts/Dialog.tsx';

const SHORTCUT_HINTS: readonly (readonly [keys: readonly string[], action: string])[] = [
  [['/'], 'Buscar na lista'],
  [['j', 'k'], 'Pessoa abaixo, pessoa acima'],
  [['Enter'], 'Abrir a pessoa; outra vez, ir aos dados dela'],
  [['w'], 'Chamar no WhatsApp'],
  [['x'], 'Marcar ou desmarcar'],
  [['Esc'], 'Fechar, ou desmarcar tudo'],
  [['?'], 'Mostrar estes atalhos'],
];

export const ShortcutList = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} title="Atalhos do teclado">
    <dl>
      {SHORTCUT_HINTS.map(([keys, action]) => (
        <div
          key={action}
          className="grid grid-cols-[5rem_minmax(0,1fr)] items-center py-2 border-t"
        >
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{action}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
