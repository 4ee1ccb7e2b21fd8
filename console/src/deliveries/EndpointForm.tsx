import { EVENT_LABELS } from '@funil/contract/console/delivery-labels';
import type { WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import { useState } from 'react';
import { call } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { CheckBoxes } from '../parts/CheckBox.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Dialog, FormDialog } from '../parts/Dialog.tsx';
import { TextField } from '../parts/Fields.tsx';
import { keysOf } from '../parts/search-params.ts';
import { queryClient } from '../queries.ts';

const WEBHOOK_EVENTS = keysOf(EVENT_LABELS);

interface Props {
  onClose: () => void;
  /** Called with the secret, which the server sends only once. */
  onCreated: (secret: string) => void;
}

export function EndpointForm({ onClose, onCreated }: Props) {
  const [chosenEvents, setChosenEvents] = useState<readonly WebhookEvent[]>(WEBHOOK_EVENTS);
  async function submit(formData: FormData) {
    const url = String(formData.get('url')).trim();
    // An empty list subscribes to all kinds of events, including kinds that a later release adds.
    const events = chosenEvents.length === WEBHOOK_EVENTS.length ? [] : chosenEvents;
    const body = { url, events };
    const created = await call('POST endpoints', { body });
    await queryClient.invalidateQueries({ queryKey: ['endpoints'] });
    onCreated(created.secret);
  }
  return (
    <FormDialog
      title="Novo webhook"
      onClose={onClose}
      submitLabel="Criar"
      isReady={chosenEvents.length > 0}
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
          <CheckBoxes
            legend="O que avisar"
            values={WEBHOOK_EVENTS}
            labels={EVENT_LABELS}
            chosen={chosenEvents}
            onChange={setChosenEvents}
          />
        </>
      )}
    </FormDialog>
  );
}

export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog
    onClose={onClose}
    title="Guarde o segredo"
    description="Com ele o outro lado confere que a mensagem é sua. Ele aparece só agora."
    actions={
      <>
        <CopyButton text={secret} textName="segredo" />
        <Button kind="main" onClick={onClose}>
          Já guardei
        </Button>
      </>
    }
  >
    <code className="box">{secret}</code>
  </Dialog>
);
