import type { ImportPreview } from '@funil/contract/console/imports';
import { MAX_IMPORT_FILE_BYTES } from '@funil/contract/files/imports';
import { useState } from 'react';
import { explain } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { FieldError } from '../parts/Fields.tsx';
import { Icon } from '../parts/Icon.tsx';
import { PANEL_CLASSES } from '../parts/panel.ts';
import { useFileDrop } from '../parts/use-file-drop.ts';
import { View } from '../parts/View.tsx';
import { queryClient } from '../queries.ts';
import { FileChoice } from './FileChoice.tsx';
import { PastImports } from './PastImports.tsx';
import { Preview } from './Preview.tsx';
import { type Choice, importFile, importsQuery, previewFile } from './queries.ts';

interface ChosenFile {
  readonly file: File;
  readonly choice: Choice;
  /** Null: not read yet, or refused. */
  readonly preview: ImportPreview | null;
  readonly problem: string | null;
  readonly isBusy: boolean;
}

const NO_CHOICE: Choice = { kind: null, columns: null, platform: '' };

/** Imports files of sales, leads and ad spend after a dry run, and lists what was imported. */
export function Imports() {
  const [chosenFile, setChosenFile] = useState<ChosenFile | null>(null);
  const isBusy = chosenFile?.isBusy ?? false;
  const drop = useFileDrop((file) => void preview(file, NO_CHOICE), isBusy);

  async function preview(file: File, choice: Choice, before: ImportPreview | null = null) {
    const common = { file, choice, problem: null };
    if (file.size > MAX_IMPORT_FILE_BYTES) {
      const problem = 'O arquivo é grande demais. Exporte um período menor.';
      return setChosenFile({ ...common, preview: null, problem, isBusy: false });
    }
    setChosenFile({ ...common, preview: before, isBusy: true });
    try {
      const preview = await previewFile(file, choice);
      const { kind } = preview;
      setChosenFile({ ...common, choice: { ...choice, kind }, preview, isBusy: false });
    } catch (error) {
      setChosenFile({ ...common, preview: before, problem: explain(error), isBusy: false });
    }
  }
  async function importChosen({ file, choice, preview }: ChosenFile) {
    setChosenFile({ file, choice, preview, problem: null, isBusy: true });
    try {
      await importFile(file, { ...choice, columns: choice.columns ?? preview?.columns ?? null });
      setChosenFile(null);
    } catch (error) {
      setChosenFile({ file, choice, preview, problem: explain(error), isBusy: false });
    }
    await queryClient.invalidateQueries(importsQuery);
  }

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
          <input {...drop.input} accept=".csv,.txt,.tsv,text/csv" disabled={isBusy} />
        </label>
        {chosenFile && (
          <>
            <h2>{chosenFile.file.name}</h2>
            <FileChoice
              choice={chosenFile.choice}
              preview={chosenFile.preview}
              isBusy={isBusy}
              onChange={(choice) => void preview(chosenFile.file, choice, chosenFile.preview)}
            />
            <div aria-live="polite" className="grid grid-cols-1 content-start gap-3">
              {isBusy && <p className="text-muted">Conferindo o arquivo…</p>}
              <FieldError>{chosenFile.problem}</FieldError>
              {chosenFile.preview && !isBusy && <Preview preview={chosenFile.preview} />}
            </div>
            <div className="buttons">
              {canImport(chosenFile) && (
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

const canImport = ({ preview, problem }: ChosenFile): boolean =>
  problem === null && preview !== null && preview.counts.new + preview.counts.changed > 0;
