import {
  areValuesEqual,
  type FieldPath,
  isObject,
  isPathWithin,
} from '@funil/contract/field-values';
import type { DraftInsights, EditorSchema } from '@funil/contract/page/page-editor';
import { Fragment, type ReactNode, Suspense, useId, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { SelectField, type SelectOption } from '../../parts/Fields.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { lazyPart } from '../../parts/lazy-part.ts';
import { showToast, showUndoable } from '../../parts/toast.ts';
import { MendButton } from '../ProblemList.tsx';
import {
  CHANGED_SINCE_TEXT,
  FieldLegend,
  HelpText,
  labelOf,
  Problems,
  RemoveFieldButton,
} from './FieldFrame.tsx';
import { dataPathOf, type FieldProps, useEdit, useField, useForm } from './form-context.ts';
import {
  findVariantField,
  isHidden,
  isSmallGroup,
  makeInitialValue,
  resolveSchema,
  variantOf,
} from './form-schema.ts';
import { ADD_BUTTON_CLASSES } from './ListField.tsx';
import { OpenButton, useIsOpen } from './OpenButton.tsx';

/** A separate chunk, because only forms with a checkout address need the platforms' data. */
const PlatformOfAddress = lazyPart(() => import('./PlatformOfAddress.tsx'), 'PlatformOfAddress');

type NamedField = readonly [name: string, schema: EditorSchema];

/** True if the form shows a field that the content lacks, as a group or with its default. */
const isShownWhenAbsent = (field: EditorSchema): boolean =>
  field.type === 'object'
    ? field.properties !== undefined && !field.required
    : field.default !== undefined && field.type !== 'array';

const isRequired = (group: EditorSchema, name: string) => group.required?.includes(name) ?? false;

/** Sorts a group's fields into those that its form shows and those that a button adds. */
function arrangeFields(group: EditorSchema, values: Readonly<Record<string, unknown>>) {
  const fields = Object.entries(group.properties ?? {}).filter(([, field]) => !isHidden(field));
  const isShown = ([name, field]: NamedField) =>
    name in values || isRequired(group, name) || isShownWhenAbsent(field);
  return {
    shownFields: [...fields.filter(isShown), ...listExtraFields(group, values)],
    absentFields: fields.filter((field) => !isShown(field)),
    rareNames: fields.filter(([, { isRare }]) => isRare).map(([name]) => name),
  };
}

export function GroupFields({ schema, value, path }: FieldProps) {
  const { problems, insights } = useForm();
  const group = variantOf(schema, value);
  const values = isObject(value) ? value : {};
  const { shownFields, absentFields, rareNames } = arrangeFields(group, values);
  const shownNames = shownFields.map(([name]) => name);
  const groupProblems = problems.filter(
    (problem) =>
      isPathWithin(problem.path, path) &&
      !shownNames.includes(String(problem.path[path.length] ?? '')),
  );
  const isRare = ([, field]: NamedField) => field.isRare ?? false;
  const isCommon = (field: NamedField) => !isRare(field);
  return (
    <div className="fields" data-path={dataPathOf(path)}>
      <VariantChoice schema={schema} value={value} path={path} />
      <Problems problems={groupProblems} />
      <FieldRows group={group} values={values} path={path} fields={shownFields.filter(isCommon)} />
      {path.length === 1 && path[0] === 'price' && <PriceInsights insights={insights} />}
      <AddButtons path={path} fields={absentFields.filter(isCommon)} />
      {typeof group.additionalProperties === 'object' && (
        <AddNamedValue path={path} fields={values} />
      )}
      {rareNames.length > 0 && (
        <AdvancedFields path={path} names={rareNames}>
          <FieldRows
            group={group}
            values={values}
            path={path}
            fields={shownFields.filter(isRare)}
          />
          <AddButtons path={path} fields={absentFields.filter(isRare)} />
        </AdvancedFields>
      )}
    </div>
  );
}

interface FieldRowsProps {
  group: EditorSchema;
  values: Readonly<Record<string, unknown>>;
  path: FieldPath;
  fields: readonly NamedField[];
}

function FieldRows({ group, values, path, fields }: FieldRowsProps) {
  const Field = useField();
  return fields.map(([name, field]) => (
    <Fragment key={name}>
      <Field
        schema={field}
        value={values[name] === undefined ? field.default : values[name]}
        path={[...path, name]}
        isRemovable={!isRequired(group, name) && !isShownWhenAbsent(field)}
        hasAlt={'alt' in values}
      />
      {name === 'url' && group.properties?.platform && !values.platform && (
        <Suspense>
          <PlatformOfAddress url={String(values.url ?? '')} />
        </Suspense>
      )}
    </Fragment>
  ));
}

interface AdvancedProps {
  path: FieldPath;
  names: readonly string[];
  children: ReactNode;
}

function AdvancedFields({ path, names, children }: AdvancedProps) {
  const { problems } = useForm();
  const contains = (target: FieldPath) =>
    isPathWithin(target, path) && names.includes(String(target[path.length] ?? ''));
  const [isOpen, setIsOpen] = useIsOpen(contains);
  return (
    <div className="grid grid-cols-1 gap-4 border-t">
      <OpenButton
        isOpen={isOpen}
        onOpen={setIsOpen}
        problemCount={problems.filter((problem) => contains(problem.path)).length}
      >
        <span className="text-muted font-semibold">Avançado</span>
      </OpenButton>
      {isOpen && children}
    </div>
  );
}

/** A value that the seller named keeps one schema object, so that React does not render its field again. */
const namedSchemas = new WeakMap<EditorSchema, Map<string, EditorSchema>>();

function titledSchema(schema: EditorSchema, name: string): EditorSchema {
  const schemasByName = namedSchemas.get(schema) ?? new Map<string, EditorSchema>();
  namedSchemas.set(schema, schemasByName);
  const namedSchema = schemasByName.get(name) ?? { ...schema, title: `{${name}}` };
  schemasByName.set(name, namedSchema);
  return namedSchema;
}

const listExtraFields = (
  { additionalProperties: extraFieldSchema, properties = {} }: EditorSchema,
  fields: Readonly<Record<string, unknown>>,
): NamedField[] =>
  typeof extraFieldSchema === 'object'
    ? Object.keys(fields)
        .filter((name) => !(name in properties))
        .map((name) => [name, titledSchema(extraFieldSchema, name)])
    : [];

interface AddButtonsProps {
  path: FieldPath;
  fields: readonly NamedField[];
}

function AddButtons({ path, fields }: AddButtonsProps) {
  const edit = useEdit();
  const { focusNewField } = useForm();
  if (fields.length === 0) return null;
  const addField = (name: string, field: EditorSchema) => {
    edit([...path, name], makeInitialValue(field));
    focusNewField([...path, name]);
  };
  return (
    <div className="buttons">
      {fields.map(([name, field]) => (
        <Button
          key={name}
          className={ADD_BUTTON_CLASSES}
          title={field.description}
          onClick={() => addField(name, field)}
        >
          <Icon name="plus" />
          <span>
            <span className="sr-only">Acrescentar </span>
            {labelOf(field, [name])}
          </span>
        </Button>
      ))}
    </div>
  );
}

function AddNamedValue({ path, fields }: { path: FieldPath; fields: object }) {
  const id = useId();
  const edit = useEdit();
  const [name, setName] = useState('');
  const isTaken = Object.hasOwn(fields, name);
  const isValid = /^[A-Za-z]\w{0,39}$/.test(name) && !isTaken;
  return (
    <form
      className="field"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid) return;
        edit([...path, name], '');
        setName('');
      }}
    >
      <label htmlFor={id}>Acrescentar um valor</label>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
        <input
          id={id}
          className="input"
          autoComplete="off"
          spellCheck={false}
          placeholder="Nome, como turma"
          value={name}
          onChange={({ target }) => setName(target.value.trim())}
        />
        <Button type="submit" disabled={!isValid}>
          Acrescentar
        </Button>
      </div>
      {name !== '' && !isValid && (
        <p className="text-small text-bad">
          {isTaken
            ? 'Este nome já existe.'
            : 'Comece por uma letra; use até 40 letras sem acento, algarismos e _.'}
        </p>
      )}
    </form>
  );
}

/** Fields of both kinds keep their values; the others are lost, and a toast offers to undo this. */
function VariantChoice({ schema, value, path }: FieldProps) {
  const edit = useEdit();
  const { variants } = resolveSchema(schema);
  const field = variants.length > 1 ? findVariantField(variants) : null;
  if (field === null) return null;
  const kindOf = ({ properties }: EditorSchema) => String(properties?.[field]?.const ?? '');
  const chooseVariant = (kind: string) => {
    const variant = variants.find((listed) => kindOf(listed) === kind) ?? {};
    const commonFields = Object.entries(Object(value)).filter(
      ([name]) => name !== field && name in (variant.properties ?? {}),
    );
    const changed = { ...Object(makeInitialValue(variant)), ...Object.fromEntries(commonFields) };
    edit(path, changed);
    const restore = (current: unknown) => {
      if (areValuesEqual(current, changed)) return value;
      showToast(CHANGED_SINCE_TEXT);
      return current;
    };
    showUndoable('Tipo mudado.', () => edit(path, restore));
  };
  return (
    <SelectField
      label="Tipo"
      value={String(Object(value)[field] ?? '')}
      options={variants.map(
        (variant): SelectOption => [
          kindOf(variant),
          variant.properties?.[field]?.title ?? kindOf(variant),
        ],
      )}
      onChange={chooseVariant}
    />
  );
}

export function GroupField({ schema, value, path, isRemovable = false }: FieldProps) {
  const { problems, openGroups } = useForm();
  const isOpenAtFirst = openGroups === 'all' || (openGroups === 'small' && isSmallGroup(schema));
  const [isOpen, setIsOpen] = useIsOpen((target) => isPathWithin(target, path), isOpenAtFirst);
  const fields = <GroupFields schema={schema} value={value} path={path} />;
  const label = labelOf(schema, path);
  if (path.length > 1) {
    return (
      <fieldset className="pl-3.5 border-l-2 border-line">
        <FieldLegend schema={schema} path={path} isRemovable={isRemovable} />
        {schema.description && <HelpText>{schema.description}</HelpText>}
        {fields}
      </fieldset>
    );
  }
  return (
    <section className="frame" aria-label={label}>
      <div className="flex items-center pr-2">
        <OpenButton
          className="py-2 pr-2 pl-4"
          isOpen={isOpen}
          onOpen={setIsOpen}
          problemCount={problems.filter((problem) => isPathWithin(problem.path, path)).length}
        >
          <span className="grid">
            <span className="font-semibold">{label}</span>
            {schema.description && !isOpen && (
              <span className="text-small text-muted truncate">{schema.description}</span>
            )}
          </span>
        </OpenButton>
        {isRemovable && <RemoveFieldButton schema={schema} path={path} />}
      </div>
      {isOpen && (
        <div className="grid grid-cols-1 gap-4 px-4 pb-4">
          {schema.description && <HelpText>{schema.description}</HelpText>}
          {fields}
        </div>
      )}
    </section>
  );
}

const PriceInsights = ({
  insights: { price_lines, price_advice },
}: {
  insights: DraftInsights;
}) => (
  <>
    {price_lines.length > 0 && (
      <div className="box grid gap-0.5 tabular-nums">
        <p className="text-small text-muted">Na página fica assim:</p>
        {price_lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    )}
    {price_advice && (
      <div className="box grid gap-2 border-warn" role="status">
        <p>{price_advice.sentence}</p>
        <div className="buttons">
          {price_advice.mends.map((mend) => (
            <MendButton key={mend.label} file="offer" mend={mend} />
          ))}
        </div>
      </div>
    )}
  </>
);
