import type { ImportItem, ImportState } from '@funil/contract/console/imports';
import { IMPORT_KIND_LABELS, isSpendKind } from '@funil/contract/files/imports';
import { pluralize } from '@funil/contract/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { FormDialog } from '../parts/Dialog.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { PANEL_CLASSES } from '../parts/panel.ts';
import { StateMark, type StateMarkProps } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { queryClient } from '../queries.ts';
import { importsQuery, undoImport } from './queries.ts';

const IMPORT_STATE_MARKS: Readonly<Record<ImportState, StateMarkProps>> = {
  running: { label: 'Importando…', tone: 'busy' },
  done: { label: 'Importado', tone: 'good' },
  settled: { label: 'Importado', tone: 'good' },
  undoing: { label: 'Desfazendo…', tone: 'busy' },
  undone: { label: 'Desfeito', tone: 'off' },
};

export function PastImports() {
  const query = useQuery(importsQuery);
  const [importToUndo, setImportToUndo] = useState<ImportItem | null>(null);
  const items = query.data?.items ?? [];
  return (
    <section className={`${PANEL_CLASSES} wrap-anywhere`} aria-labelledby="past-title">
      <h2 id="past-title" tabIndex={-1} className="outline-none">
        Já importados
      </h2>
      <QueryStatus query={query} />
      {query.data && items.length === 0 && <p className="text-muted">Nenhum arquivo ainda.</p>}
      <ul className="lines">
        {items.map((item) => (
          <li
            key={item.id}
            className="grid grid-cols-1 xs:grid-cols-[minmax(0,1fr)_auto] items-center justify-items-start gap-x-4 gap-y-1 py-3 xs:[&>p]:col-start-1 xs:[&>.button]:col-start-2 xs:[&>.button]:row-start-1 xs:[&>.button]:row-span-2"
          >
            <p className="flex flex-wrap gap-x-3 gap-y-1">
              <strong>{fileNameOf(item)}</strong> <StateMark {...IMPORT_STATE_MARKS[item.state]} />
            </p>
            <p className="text-small text-muted">
              {IMPORT_KIND_LABELS[item.kind]} · {describeCounts(item)} ·{' '}
              <Time at={item.created_at} />
              {item.created_by && ` · ${item.created_by}`}
            </p>
            {item.failure && <p className="text-small">Não entrou: {item.failure}</p>}
            {item.state === 'done' && (
              <Button
                aria-label={`Desfazer: ${fileNameOf(item)}`}
                onClick={() => setImportToUndo(item)}
              >
                Desfazer
              </Button>
            )}
          </li>
        ))}
      </ul>
      {importToUndo && (
        <FormDialog
          title="Desfazer a importação?"
          description={`Tudo o que ${importToUndo.file_name || 'o arquivo'} trouxe sai do painel${isSpendKind(importToUndo.kind) ? ', e o que ele substituiu volta a contar.' : '. As anotações que a equipe fez nos leads dele saem também. O que veio das plataformas fica.'}`}
          submitLabel="Desfazer"
          submittingLabel="Desfazendo…"
          isDestructive
          onClose={() => setImportToUndo(null)}
          onSubmit={async () => {
            await undoImport(importToUndo.id);
            await queryClient.invalidateQueries(importsQuery);
            setImportToUndo(null);
            document.getElementById('past-title')?.focus();
          }}
        />
      )}
    </section>
  );
}

const fileNameOf = ({ file_name }: ImportItem): string => file_name || 'Arquivo sem nome';

const describeCounts = (item: ImportItem): string =>
  [
    pluralize(item.new, 'linha nova', 'linhas novas'),
    item.changed > 0 &&
      (isSpendKind(item.kind)
        ? pluralize(item.changed, 'antiga substituída', 'antigas substituídas')
        : pluralize(item.changed, 'mudou', 'mudaram')),
    item.known > 0 && pluralize(item.known, 'já conhecida', 'já conhecidas'),
    item.refused > 0 && pluralize(item.refused, 'recusada', 'recusadas'),
  ]
    .filter(Boolean)
    .join(', ');
