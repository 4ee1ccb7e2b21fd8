import { type ComponentType, memo } from 'react';
import type { FieldProps } from '../form-context.ts';
import { isGroupSchema, resolveSchema } from '../form-schema.ts';
import { isSamePath } from '../values.ts';
import { ChoiceField, ToggleField } from './ChoiceFields.tsx';
import { GroupField, GroupFields } from './GroupField.tsx';
import { ListField } from './ListField.tsx';
import { PictureField } from './PictureField.tsx';
import {
  ColorField,
  FactField,
  MoneyField,
  NumberField,
  TextField,
  VideoField,
} from './TextFields.tsx';

/** A field whose variants are not groups holds a fact, which is a number or a text. */
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
      return resolved.labels ? ChoiceField : TextField;
  }
  if (isGroupSchema(schema)) return isBare ? GroupFields : GroupField;
  if (variants.length > 0) return FactField;
  if (resolved.enum) return ChoiceField;
  if (resolved.type === 'array') return ListField;
  if (resolved.type === 'boolean') return ToggleField;
  return resolved.type === 'integer' || resolved.type === 'number' ? NumberField : TextField;
}

/** A field of the form, drawn again only when its own value changes, so that typing stays quick. */
export const Field = memo(
  function Field(props: FieldProps) {
    const Component = chooseComponent(props);
    return <Component {...props} />;
  },
  (before, after) =>
    before.schema === after.schema &&
    before.value === after.value &&
    before.isRemovable === after.isRemovable &&
    isSamePath(before.path, after.path),
);
