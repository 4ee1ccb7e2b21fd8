import type { NewPrivacyRequest } from '@funil/contract/console/people';
import { type FormEvent, useState } from 'react';
import { call, explain } from '../api.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { tell } from '../parts/notice.ts';
import { TextField } from '../parts/TextField.tsx';
import { queryClient } from '../queries.ts';
import { REQUEST_KINDS, REQUEST_WORDS } from './request-words.ts';

/** Takes down what somebody asked for; the clock runs from here. */
export function RequestForm({ onClose }: { onClose: () => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const kind = REQUEST_KINDS.find((each) => each === data.get('kind'));
    if (!kind) return;
    const body: NewPrivacyRequest = {
      kind,
      contact: String(data.get('contact')).trim(),
      note: String(data.get('note')).trim(),
    };
    try {
      await call('requests', { method: 'POST', body });
      await queryClient.invalidateQueries({ queryKey: ['requests'] });
      tell('Pedido anotado: 15 dias para responder.');
      onClose();
    } catch (error) {
      setFailure(explain(error));
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Anotar pedido"
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancelar
          </button>
          <button type="submit" form="request-form" className="button main">
            Anotar
          </button>
        </>
      }
    >
      <form id="request-form" className="endpoint-form" onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor="request-kind">O que a pessoa pede</label>
          <select id="request-kind" name="kind" className="input">
            {REQUEST_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {REQUEST_WORDS[kind]}
              </option>
            ))}
          </select>
        </div>
        <TextField
          label="Telefone ou e-mail dela"
          name="contact"
          required
          minLength={3}
          maxLength={254}
          autoComplete="off"
        />
        <div className="field">
          <label htmlFor="request-note">Anotação</label>
          <textarea id="request-note" name="note" className="input" maxLength={5000} rows={3} />
        </div>
        {failure && (
          <p className="field-error" role="alert">
            {failure}
          </p>
        )}
      </form>
    </Dialog>
  );
}
