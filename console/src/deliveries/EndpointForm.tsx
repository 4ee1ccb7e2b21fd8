import type { EndpointWithSecret } from '@funil/contract/console/deliveries';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import { type FormEvent, useState } from 'react';
import { call, explain } from '../api.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { Icon } from '../parts/Icon.tsx';
import { tell, warn } from '../parts/notice.ts';
import { TextField } from '../parts/TextField.tsx';
import { queryClient } from '../queries.ts';
import { EVENT_WORDS, EVENTS } from './delivery-words.ts';

/** A new webhook: where to, and what it is told; then its secret. */
export function EndpointForm({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<WebhookEvent>>(new Set(EVENTS));
  const [failure, setFailure] = useState<string | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const url = String(new FormData(event.currentTarget).get('url')).trim();
    const events = chosen.size === EVENTS.length ? [] : EVENTS.filter((name) => chosen.has(name));
    try {
      const body = { url, events };
      const made = await call<EndpointWithSecret>('endpoints', { method: 'POST', body });
      await queryClient.invalidateQueries({ queryKey: ['endpoints'] });
      setSecret(made.secret);
    } catch (error) {
      setFailure(explain(error));
    }
  }
  if (secret !== null) return <SecretOnce secret={secret} onClose={onClose} />;
  const toggle = (name: WebhookEvent) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    setChosen(next);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Novo webhook"
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancelar
          </button>
          <button
            type="submit"
            form="endpoint-form"
            className="button main"
            disabled={chosen.size === 0}
          >
            Criar
          </button>
        </>
      }
    >
      <form id="endpoint-form" className="fields" onSubmit={(event) => void submit(event)}>
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
      </form>
    </Dialog>
  );
}

interface SecretOnceProps {
  secret: string;
  onClose: () => void;
}

/** What signs the messages, shown this once. */
export function SecretOnce({ secret, onClose }: SecretOnceProps) {
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => tell('Segredo copiado.'),
      () => warn('O navegador não deixou copiar. Selecione o segredo e copie.'),
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Guarde o segredo"
      description="Com ele o outro lado confere que a mensagem é sua. Ele aparece só agora."
      actions={
        <>
          <button type="button" className="button" onClick={() => void copy()}>
            <Icon name="copy" />
            Copiar segredo
          </button>
          <button type="button" className="button main" onClick={onClose}>
            Já guardei
          </button>
        </>
      }
    >
      <code className="secret">{secret}</code>
    </Dialog>
  );
}
