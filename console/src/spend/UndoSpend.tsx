import { AD_NETWORK_LABELS } from '@funil/contract/ad-spend';
import type { SpendOverview } from '@funil/contract/console/spend';
import { useState } from 'react';
import { call } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { FormDialog } from '../parts/Dialog.tsx';
import { queryClient } from '../queries.ts';

type Undoable = SpendOverview['undoable'][number];

/** A button per network that undoes its last file. */
export function UndoSpend({ undoable }: Pick<SpendOverview, 'undoable'>) {
  const [undone, setUndone] = useState<Undoable | null>(null);
  return (
    <div className="buttons">
      {undoable.map((last) => (
        <Button key={last.id} onClick={() => setUndone(last)}>
          Desfazer o último arquivo: {AD_NETWORK_LABELS[last.network]}
        </Button>
      ))}
      {undone && (
        <FormDialog
          title="Desfazer a importação?"
          description={`Sai tudo o que o último arquivo de ${AD_NETWORK_LABELS[undone.network]} trouxe, e o que ele substituiu volta a contar.`}
          submitLabel="Desfazer"
          submittingLabel="Desfazendo…"
          isDestructive
          onClose={() => setUndone(null)}
          onSubmit={async () => {
            await call(`spend/imports/${undone.id}/undo`, { method: 'POST' });
            await queryClient.invalidateQueries({ queryKey: ['spend'] });
            setUndone(null);
          }}
        />
      )}
    </div>
  );
}
