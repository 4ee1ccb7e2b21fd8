import { Dialog } from '../parts/Dialog.tsx';
import './shortcut-help.css';

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/'], 'Buscar na lista'],
  [['j', 'k'], 'Pessoa abaixo, pessoa acima'],
  [['Enter'], 'Abrir a pessoa'],
  [['w'], 'Chamar no WhatsApp'],
  [['x'], 'Marcar ou desmarcar'],
  [['Esc'], 'Fechar, ou desmarcar tudo'],
  [['?'], 'Mostrar estes atalhos'],
];

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Atalhos do teclado">
      <dl className="shortcuts">
        {KEYS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
