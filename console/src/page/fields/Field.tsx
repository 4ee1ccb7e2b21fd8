import { areValuesEqual } from '@funil/contract/field-values';
import { type ComponentType, memo, Suspense, useState } from 'react';
import { CheckBox } from '../../parts/CheckBox.tsx';
import { lazyPart } from '../../parts/lazy-part.ts';
import { FieldFrame, LABEL_CLASSES, labelOf, RemoveFieldButton } from './FieldFrame.tsx';
import { type FieldProps, useEdit } from './form-context.ts';
import { isGroupSchema, resolveSchema } from './form-schema.ts';
import { GroupField, GroupFields } from './GroupField.tsx';
import { ListField } from './ListField.tsx';
import {
  ColorField,
  MoneyField,
  NumberField,
  NumberOrTextField,
  ParagraphField,
  VideoField,
} from './TextFields.tsx';

function chooseComponent({ schema, isBare }: FieldProps): ComponentType<FieldProps> {
  const { schema: resolved, variants } = resolveSchema(schema);
  switch (resolved.widget) {
    case 'money':
      return MoneyField;
    case 'color':
      return ColorField;
    case 'picture':
    case 'logo':
      return PictureField;
    case 'video':
      return VideoField;
    case 'font':
      return resolved.labels ? ChoiceField : ParagraphField;
  }
  if (isGroupSchema(schema)) return isBare ? GroupFields : GroupField;
  if (variants.length > 0) return NumberOrTextField;
  if (resolved.enum) return ChoiceField;
  if (resolved.type === 'array') return ListField;
  if (resolved.type === 'boolean') return ToggleField;
  return resolved.type === 'integer' || resolved.type === 'number' ? NumberField : ParagraphField;
}

/** Drawn again only when its own value changes, so that typing stays quick. */
export const Field = memo(
  function Field(props: FieldProps) {
    const Component = chooseComponent(props);
    return <Component {...props} />;
  },
  (before, after) =>
    before.schema === after.schema &&
    before.value === after.value &&
    before.isRemovable === after.isRemovable &&
    areValuesEqual(before.path, after.path),
);

function ToggleField({ value, ...field }: FieldProps) {
  const edit = useEdit();
  return (
    <FieldFrame {...field} hasNoLabel>
      {(controlAttributes) => (
        <div className={LABEL_CLASSES}>
          <CheckBox
            {...controlAttributes}
            className="flex items-center gap-2.5 min-h-11 font-semibold cursor-pointer"
            isChecked={value === true}
            onChange={(isChecked) => edit(field.path, isChecked)}
          >
            {labelOf(field.schema, field.path)}
          </CheckBox>
          {field.isRemovable && <RemoveFieldButton {...field} />}
        </div>
      )}
    </FieldFrame>
  );
}

function ChoiceField({ value, ...field }: FieldProps) {
  const edit = useEdit();
  const { labels = {} } = field.schema;
  const knownValues = field.schema.enum ?? Object.keys(labels);
  const chosenValue = typeof value === 'string' ? value : '';
  const values = knownValues.includes(chosenValue) ? knownValues : [chosenValue, ...knownValues];
  return (
    <FieldFrame {...field}>
      {(controlAttributes) => (
        <select
          {...controlAttributes}
          className="input"
          value={chosenValue}
          onChange={({ target }) => edit(field.path, target.value)}
        >
          {values.map((option) => (
            <option key={option} value={option}>
              {labels[option] ?? option}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

const PictureDrop = lazyPart(() => import('./PictureDrop.tsx'), 'PictureDrop');
const Thumbnail = lazyPart(() => import('./PictureDrop.tsx'), 'Thumbnail');
const CropDialog = lazyPart(() => import('./CropDialog.tsx'), 'CropDialog');

function PictureField({ value, hasAlt = false, ...field }: FieldProps) {
  const edit = useEdit();
  const [chosenFile, setChosenFile] = useState<File | null>(null);
  const name = typeof value === 'string' ? value : '';
  const altPath = [...field.path.slice(0, -1), 'alt'];
  return (
    <FieldFrame {...field}>
      {(controlAttributes) => (
        <div className="grid grid-cols-1 gap-3 items-center xs:grid-cols-[7rem_minmax(0,1fr)]">
          <Suspense>
            <Thumbnail name={name} />
            <PictureDrop
              {...controlAttributes}
              acceptsSvg={field.schema.widget === 'logo'}
              label={name === '' ? 'Escolher imagem' : 'Trocar imagem'}
              onFile={setChosenFile}
            />
          </Suspense>
          <Suspense>
            {chosenFile && (
              <CropDialog
                file={chosenFile}
                shape={field.schema.shape ?? null}
                minPixels={field.schema.minPixels ?? 1}
                asksAlt={hasAlt}
                onClose={() => setChosenFile(null)}
                onStored={(stored, alt) => {
                  edit(field.path, stored);
                  if (alt !== null) edit(altPath, alt);
                }}
              />
            )}
          </Suspense>
        </div>
      )}
    </FieldFrame>
  );
}
