import {
  IMPORT_KIND_LABELS,
  type ImportKind,
  importFieldsOf,
  isMappableKind,
} from '@funil/contract/imports/import-kinds';
import type { ImportPreview } from '@funil/contract/imports/imports';
import { PLATFORM_NAMES, PLATFORMS } from '@funil/contract/sales/platforms';
import { SelectField, type SelectOption } from '../parts/Fields.tsx';
import type { ImportChoices } from './queries.ts';

interface Props {
  choices: ImportChoices;
  preview: ImportPreview | null;
  isBusy: boolean;
  onChange: (choices: ImportChoices) => void;
}

const PLATFORM_OPTIONS: readonly SelectOption[] = Object.entries(PLATFORMS).map(
  ([name, { label }]) => [name, label],
);
const KIND_OPTIONS: readonly SelectOption[] = Object.entries(IMPORT_KIND_LABELS);

const FIELDS_CLASSES = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-3';

export function FileChoices({ choices, preview, isBusy, onChange }: Props) {
  const { kind, platform } = choices;
  const titleByField = choices.columns ?? preview?.columns ?? {};
  const titles = (preview?.titles ?? []).map((title): SelectOption => [title, title]);
  return (
    <div className={FIELDS_CLASSES}>
      <SelectField
        label="O que o arquivo é"
        options={kind === null ? [['', 'Escolha…'], ...KIND_OPTIONS] : KIND_OPTIONS}
        value={kind ?? ''}
        disabled={isBusy}
        onChange={(value) => onChange({ ...choices, kind: value as ImportKind, columns: null })}
      />
      {kind === 'vendas' && (
        <SelectField
          label="De que plataforma"
          options={[['', 'Outra'], ...PLATFORM_OPTIONS]}
          value={platform}
          disabled={isBusy}
          onChange={(value) =>
            onChange({ ...choices, platform: PLATFORM_NAMES.find((name) => name === value) ?? '' })
          }
        />
      )}
      {kind !== null && isMappableKind(kind) && titles.length > 0 && (
        <details className="fold col-span-full" open={(preview?.missing.length ?? 0) > 0}>
          <summary>Colunas</summary>
          <div className={FIELDS_CLASSES}>
            {importFieldsOf(kind).map(([field, { label, isRequired }]) => (
              <SelectField
                key={field}
                label={isRequired ? `${label} (obrigatória)` : label}
                options={[['', 'Nenhuma'], ...titles]}
                value={titleByField[field] ?? ''}
                disabled={isBusy}
                onChange={(title) => {
                  const { [field]: _, ...otherTitles } = titleByField;
                  onChange({
                    ...choices,
                    columns: title === '' ? otherTitles : { ...otherTitles, [field]: title },
                  });
                }}
              />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}
