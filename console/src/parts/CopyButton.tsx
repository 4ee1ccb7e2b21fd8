import { capitalize } from '@funil/contract/characters';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { showError, showToast } from './toast.ts';

interface Props {
  text: string;
  textName: 'link' | 'segredo' | 'endereço' | 'código';
  /** For screen readers; the button then shows only “Copiar”. */
  label?: string;
}

export function CopyButton({ text, textName, label }: Props) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast(`${capitalize(textName)} copiado.`);
    } catch {
      // The operator refused the permission, or the page has no TLS and thus no clipboard.
      showError(`O navegador não deixou copiar. Selecione o ${textName} e copie.`);
    }
  }
  return (
    <Button className="justify-self-start" aria-label={label} onClick={() => void copy()}>
      <Icon name="copy" />
      {label === undefined ? `Copiar ${textName}` : 'Copiar'}
    </Button>
  );
}
