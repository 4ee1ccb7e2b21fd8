import type { Endpoint } from '@funil/contract/console/deliveries';
import { call, explain } from '../api.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { tell, warn } from '../parts/notice.ts';
import { queryClient } from '../queries.ts';
import { hostOf } from './delivery-words.ts';

interface Props {
  endpoint: Endpoint;
  onClose: () => void;
}

/** Its secret goes with it, so that there is no way back but a new one: this is asked first. */
export function RemoveEndpoint({ endpoint: { id, url }, onClose }: Props) {
  async function remove() {
    onClose();
    try {
      await call(`endpoints/${id}`, { method: 'DELETE' });
      tell(`${hostOf(url)} não recebe mais nada.`);
    } catch (error) {
      warn(explain(error));
    }
    await queryClient.invalidateQueries({ queryKey: ['endpoints'] });
    await queryClient.invalidateQueries({ queryKey: ['deliveries'] });
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Tirar este webhook?"
      description={`${hostOf(url)} deixa de receber, o que espera é cancelado, e o segredo deixa de valer. O registro fica.`}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancelar
          </button>
          <button type="button" className="button bad" onClick={() => void remove()}>
            Tirar
          </button>
        </>
      }
    />
  );
}
