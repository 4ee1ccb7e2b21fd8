import type { ImportPreview } from '@funil/contract/console/imports';
import { MAX_IMPORT_FILE_BYTES } from '@funil/contract/files/imports';
import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { FieldError } from '../parts/Fields.tsx';
import { Icon } from '../parts/Icon.tsx';
import { PANEL_CLASSES } from '../parts/panel.ts';
import { useFileDrop } from '../parts/use-file-drop.ts';
import { useRequest } from '../parts/use-request.ts';
import { View } from '../parts/View.tsx';
import { queryClient } from '../queries.ts';
import { FileChoices } from './FileChoices.tsx';
import { PastImports } from './PastImports.tsx';
import { Preview } from './Preview.tsx';
import { type ImportChoices, importFile, importsQuery, previewFile } from './queries.ts';

interface ChosenFile {
  readonly file: File;
  readonly choices: ImportChoices;
  /** Null before the first preview. */
  readonly preview: ImportPreview | null;
  /** The choices that made the preview. */
  readonly previewedChoices?: ImportChoices;
}

const NO_CHOICES: ImportChoices = { kind: null, columns: null, platform: '' };

export function Imports() {
  const [chosenFile, setChosenFile] = useState<ChosenFile | null>(null);
  const { isBusy, failure, run } = useRequest();
  const drop = useFileDrop((file) => preview({ file, choices: NO_CHOICES, preview: null }), isBusy);
  const currentPreview =
    chosenFile?.choices === chosenFile?.previewedChoices ? (chosenFile?.preview ?? null) : null;
  const isTooLarge = (chosenFile?.file.size ?? 0) > MAX_IMPORT_FILE_BYTES;
  const problem = isTooLarge ? 'O arquivo é grande demais. Exporte um período menor.' : failure;

  function preview(chosen: ChosenFile) {
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

  return (
    <View
      title="Importar"
      subtitle="Traga vendas, leads e o gasto com anúncios. Nada é gravado sem você conferir, e dá para desfazer."
    >
      <section className={`${PANEL_CLASSES} wrap-anywhere`} aria-label="Arquivo">
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
              onChange={(choices) => preview({ ...chosenFile, choices })}
            />
            <div aria-live="polite" className="grid grid-cols-1 content-start gap-3">
              {isBusy && (
                <p className="text-muted">
                  {currentPreview ? 'Importando…' : 'Conferindo o arquivo…'}
                </p>
              )}
              <FieldError>{problem}</FieldError>
              {currentPreview && !isBusy && <Preview preview={currentPreview} />}
            </div>
            <div className="buttons">
              {currentPreview && canImport(currentPreview) && (
                <Button kind="main" disabled={isBusy} onClick={() => void importChosen(chosenFile)}>
                  Importar
                </Button>
              )}
              <Button disabled={isBusy} onClick={() => setChosenFile(null)}>
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
