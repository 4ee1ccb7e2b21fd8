import type { EndpointWithSecret } from '@funil/contract/console/deliveries';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import { useState } from 'react';
import { call } from '../api.ts';
import { Dialog, FormDialog } from '../parts/Dialog.tsx';
import { TextField } from '../parts/Fields.tsx';
import { Icon } from '../parts/Icon.tsx';
import { copyText } from '../parts/toast.ts';
import { queryClient } from '../queries.ts';
import { EVENT_WORDS, EVENTS } from './delivery-words.ts';

/** A new webhook: its address and events; then its secret. */
export function EndpointForm({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<WebhookEvent>>(new Set(EVENTS));
  const [secret, setSecret] = useState<string | null>(null);
  async function submit(data: FormData) {
    const url = String(data.get('url')).trim();
    const events = chosen.size === EVENTS.length ? [] : EVENTS.filter((name) => chosen.has(name));
    const body = { url, events };
    const made = await call<EndpointWithSecret>('endpoints', { method: 'POST', body });
    await queryClient.invalidateQueries({ queryKey: ['endpoints'] });
    setSecret(made.secret);
  }
  if (secret !== null) return <SecretOnce secret={secret} onClose={onClose} />;
  const toggle = (name: WebhookEvent) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    setChosen(next);
  };
  return (
    <FormDialog
      title="Novo webhook"
      onClose={onClose}
      submitLabel="Criar"
      isReady={chosen.size > 0}
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
          <fieldset className="endpoint-events">
            <legend className="field-label">O que contar</legend>
            {EVENTS.map((name) => (
              <label key={name}>
                <input
                  type="checkbox"
                  className="check"
                  checked={chosen.has(name)}
                  onChange={() => toggle(name)}
                />
                {EVENT_WORDS[name]}
              </label>
            ))}
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}

interface SecretOnceProps {
  secret: string;
  onClose: () => void;
}

/** The secret that signs the messages, shown this once. */
export function SecretOnce({ secret, onClose }: SecretOnceProps) {
  return (
    <Dialog
      onClose={onClose}
      title="Guarde o segredo"
      description="Com ele o outro lado confere que a mensagem é sua. Ele aparece só agora."
      actions={
        <>
          <button type="button" className="button" onClick={() => void copyText(secret, 'Segredo')}>
            <Icon name="copy" />
            Copiar segredo
          </button>
          <button type="button" className="button main" onClick={onClose}>
            Já guardei
          </button>
        </>
      }
    >
      <code className="box">{secret}</code>
    </Dialog>
  );
}
