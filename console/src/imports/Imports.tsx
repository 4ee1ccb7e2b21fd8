import { formatQuantity } from '@funil/contract/counts';
import {
  IMPORT_KIND_LABELS,
  isSpendKind,
  MAX_IMPORT_FILE_BYTES,
} from '@funil/contract/imports/import-kinds';
import type { ImportItem, ImportPreview, ImportState } from '@funil/contract/imports/imports';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { FormDialog } from '../parts/Dialog.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { FieldError } from '../parts/Fields.tsx';
import { Icon } from '../parts/Icon.tsx';
import { StateMark, type StateMarkProps } from '../parts/StateMark.tsx';
import { Time } from '../parts/time/Time.tsx';
import { useFileDrop } from '../parts/use-file-drop.ts';
import { useRequest } from '../parts/use-request.ts';
import { View } from '../parts/View.tsx';
import { queryClient } from '../queries.ts';
import { FileChoices } from './FileChoices.tsx';
import { FilePreview } from './FilePreview.tsx';
import {
  type ImportChoices,
  importFile,
  importsQuery,
  previewFile,
  undoImport,
} from './queries.ts';

interface ChosenFile {
  readonly file: File;
  readonly choices: ImportChoices;
  /** Null before the first preview. */
  readonly preview: ImportPreview | null;
  readonly previewedChoices?: ImportChoices;
}

const NO_CHOICES: ImportChoices = { kind: null, columns: null, platform: '' };

/** Previews the chosen file again after every change of a choice, and imports the file as the preview shows it. */
function useChosenFile() {
  const [chosenFile, setChosenFile] = useState<ChosenFile | null>(null);
  const { isBusy, failure, run } = useRequest();
  const currentPreview =
    chosenFile?.choices === chosenFile?.previewedChoices ? (chosenFile?.preview ?? null) : null;
  const isTooLarge = (chosenFile?.file.size ?? 0) > MAX_IMPORT_FILE_BYTES;
  const problem = isTooLarge ? 'O arquivo é grande demais. Exporte um período menor.' : failure;

  function previewChosen(chosen: ChosenFile) {
    const { file, choices } = chosen;
    setChosenFile(chosen);
    if (file.size > MAX_IMPORT_FILE_BYTES) return;
    void run(async () => {
      const preview = await previewFile(file, choices);
      const previewedChoices = { ...choices, kind: preview.kind };
      setChosenFile({ file, choices: previewedChoices, preview, previewedChoices });
    });
  }
  const importChosen = ({ file, choices, preview }: ChosenFile) =>
    run(async () => {
      try {
        await importFile(file, {
          ...choices,
          columns: choices.columns ?? preview?.columns ?? null,
        });
        setChosenFile(null);
        document.getElementById('past-title')?.focus();
      } finally {
        void queryClient.invalidateQueries(importsQuery);
      }
    });
  const discardFile = () => setChosenFile(null);
  return { chosenFile, currentPreview, isBusy, problem, previewChosen, importChosen, discardFile };
}

export function Imports() {
  const { chosenFile, currentPreview, isBusy, problem, previewChosen, importChosen, discardFile } =
    useChosenFile();
  const drop = useFileDrop(
    (file) => previewChosen({ file, choices: NO_CHOICES, preview: null }),
    isBusy,
  );

  return (
    <View
      title="Importar"
      subtitle="Traga vendas, leads e o gasto com anúncios. Nada é gravado sem você conferir, e dá para desfazer."
    >
      <section className="panel wrap-anywhere" aria-label="Arquivo">
        <label
          {...drop.label}
          className="grid justify-items-center gap-1 px-4 py-6 border-2 border-dashed rounded-md text-center cursor-pointer hover:border-mark data-over:border-mark focus-within:outline-2 focus-within:outline-mark focus-within:outline-offset-2"
        >
          <Icon name="plus" />
          <span>Escolha o CSV, ou solte-o aqui</span>
          <span className="text-small text-muted">
            Vendas da Hotmart, Kiwify, Eduzz ou de outra ferramenta, uma lista de leads, ou o gasto
            na Meta ou no Google
          </span>
          <input {...drop.input} accept=".csv,.txt,.tsv,text/csv" aria-disabled={isBusy} />
        </label>
        {chosenFile && (
          <>
            <h2>{chosenFile.file.name}</h2>
            <FileChoices
              choices={chosenFile.choices}
              preview={chosenFile.preview}
              isBusy={isBusy}
              onChange={(choices) => previewChosen({ ...chosenFile, choices })}
            />
            <div aria-live="polite" className="stack content-start">
              {isBusy && (
                <p className="text-muted">
                  {currentPreview ? 'Importando…' : 'Conferindo o arquivo…'}
                </p>
              )}
              <FieldError>{problem}</FieldError>
              {currentPreview && !isBusy && <FilePreview preview={currentPreview} />}
            </div>
            <div className="buttons">
              {currentPreview && canImport(currentPreview) && (
                <Button
                  kind="main"
                  aria-disabled={isBusy}
                  onClick={() => void importChosen(chosenFile)}
                >
                  Importar
                </Button>
              )}
              <Button disabled={isBusy} onClick={discardFile}>
                Cancelar
              </Button>
            </div>
          </>
        )}
      </section>
      <PastImports />
    </View>
  );
}

const canImport = ({ counts }: ImportPreview): boolean => counts.new + counts.changed > 0;

const IMPORT_STATE_MARKS: Readonly<Record<ImportState, StateMarkProps>> = {
  running: { label: 'Importando…', tone: 'busy' },
  done: { label: 'Importado', tone: 'good' },
  settled: { label: 'Importado', tone: 'good' },
  undoing: { label: 'Desfazendo…', tone: 'busy' },
  undone: { label: 'Desfeito', tone: 'off' },
};

function PastImports() {
  const query = useQuery(importsQuery);
  const [importToUndo, setImportToUndo] = useState<ImportItem | null>(null);
  const items = query.data?.items ?? [];
  return (
    <section className="panel wrap-anywhere" aria-labelledby="past-title">
      <h2 id="past-title" tabIndex={-1} className="outline-none">
        Já importados
      </h2>
      <QueryStatus query={query} />
      {query.data && items.length === 0 && <p className="text-muted">Nenhum arquivo ainda.</p>}
      <ul className="lines">
        {items.map((item) => (
          <li
            key={item.id}
            className="grid grid-cols-1 xs:grid-cols-[minmax(0,1fr)_auto] items-center justify-items-start gap-x-4 gap-y-1 py-3 xs:[&>p]:col-start-1"
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
                className="xs:col-start-2 xs:row-start-1 xs:row-span-2"
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
          busyLabel="Desfazendo…"
          isDestructive
          onClose={() => setImportToUndo(null)}
          onSubmit={async () => {
            await undoImport(importToUndo.id);
            await queryClient.invalidateQueries(importsQuery);
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
    formatQuantity(item.new, 'linha nova', 'linhas novas'),
    item.changed > 0 &&
      (isSpendKind(item.kind)
        ? formatQuantity(item.changed, 'antiga substituída', 'antigas substituídas')
        : formatQuantity(item.changed, 'mudou', 'mudaram')),
    item.known > 0 && formatQuantity(item.known, 'já conhecida', 'já conhecidas'),
    item.refused > 0 && formatQuantity(item.refused, 'recusada', 'recusadas'),
  ]
    .filter(Boolean)
    .join(', ');
