import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { DialogPanel } from '../parts/DialogPanel.tsx';
import { endFactorRequest } from '../session/factor.ts';
import { CodeForm } from './CodeForm.tsx';

/** Asks for the second factor before a change that requires a fresh code. */
export function ConfirmFactor() {
  const [isRecovery, setIsRecovery] = useState(false);
  return (
    <DialogPanel
      onClose={() => endFactorRequest(false)}
      title="Confirme que é você"
      description={
        isRecovery
          ? 'Para fazer esta mudança, digite um dos códigos que você guardou; cada um vale uma vez.'
          : 'Para fazer esta mudança, digite o código que o aplicativo autenticador mostra agora.'
      }
    >
      <div className="grid gap-4 sm:justify-items-start [&_form]:grid [&_form]:gap-4 sm:[&_form]:justify-items-start">
        <CodeForm
          isRecovery={isRecovery}
          label="Confirmar"
          onVerified={() => endFactorRequest(true)}
        />
        <Button kind="quiet" className="flush" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? 'Voltar ao código do aplicativo' : 'Estou sem o aplicativo'}
        </Button>
      </div>
    </DialogPanel>
  );
}
