import type { WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import { useState } from 'react';
import { call } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog, FormDialog } from '../parts/Dialog.tsx';
import { EventChoices } from '../parts/EventChoices.tsx';
import { TextField } from '../parts/Fields.tsx';
import { Icon } from '../parts/Icon.tsx';
import { copyText } from '../parts/toast.ts';
import { queryClient } from '../queries.ts';
import { EVENTS } from './labels.ts';

/** Creates a webhook, then shows its secret. */
export function EndpointForm({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly WebhookEvent[]>(EVENTS);
  const [secret, setSecret] = useState<string | null>(null);
  async function submit(data: FormData) {
    const url = String(data.get('url')).trim();
    // An empty list stands for all events, including later ones.
    const events = chosen.length === EVENTS.length ? [] : chosen;
    const body = { url, events };
    const created = await call('POST endpoints', { body });
    await queryClient.invalidateQueries({ queryKey: ['endpoints'] });
    setSecret(created.secret);
  }
  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      title="Novo webhook"
      onClose={onClose}
      submitLabel="Criar"
      isReady={chosen.length > 0}
      onSubmit={submit}
    >
      {(failure) => (
        <>
          <TextField
            label="Endereço"
            name="url"
            type="url"
            placeholder="https://…"
            required
            maxLength={2000}
            error={failure}
          />
          <EventChoices
            legend="O que contar"
            events={EVENTS}
            chosen={chosen}
            onChange={setChosen}
          />
        </>
      )}
    </FormDialog>
  );
}

interface SecretDialogProps {
  secret: string;
  onClose: () => void;
}

/** The secret that signs the messages; the server does not send it again. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title="Guarde o segredo"
      description="Com ele o outro lado confere que a mensagem é sua. Ele aparece só agora."
      actions={
        <>
          <Button onClick={() => void copyText(secret, 'Segredo')}>
            <Icon name="copy" />
            Copiar segredo
          </Button>
          <Button kind="main" onClick={onClose}>
            Já guardei
          </Button>
        </>
      }
    >
      <code className="box">{secret}</code>
    </Dialog>
  );
}
