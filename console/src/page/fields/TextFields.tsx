import { areValuesEqual } from '@funil/contract/field-values';
import { formatAmount, readCents } from '@funil/contract/money';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { FieldFrame, labelOf } from './FieldFrame.tsx';
import { type FieldProps, useEdit, useForm } from './form-context.ts';
import { resolveSchema } from './form-schema.ts';
import { renameTestOfField, SecondVersion } from './SecondVersion.tsx';
import {
  completeAddress,
  completeColor,
  readVideoId,
  reduceCodeToId,
  toParagraph,
} from './typed-texts.ts';

const toText = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value);

/** Share of the limit from which the field shows how many characters are left. */
const COUNTER_SHOWN_FROM = 0.8;

function CharacterCounter({ length, max }: { length: number; max: number | undefined }) {
  if (max === undefined || length < max * COUNTER_SHOWN_FROM) return null;
  const remaining = max - length;
  return (
    <p className={remaining < 0 ? 'text-small text-bad' : 'text-small text-muted'}>
      {remaining < 0
        ? `${-remaining} ${remaining === -1 ? 'caractere' : 'caracteres'} além do limite de ${max}`
        : `${remaining === 1 ? 'Resta 1 caractere' : `Restam ${remaining} caracteres`} de ${max}`}
    </p>
  );
}

/** The field grows with its text. In a browser without `field-sizing` the operator drags it larger. */
const GROWING_FIELD_CLASSES =
  'min-h-11 max-h-[60dvh] leading-[1.4] resize-none field-sizing-content md:pointer-fine:min-h-9.5 not-supports-[field-sizing:content]:min-h-18 not-supports-[field-sizing:content]:resize-y';

/** A text in one paragraph: the page shows line breaks as spaces. */
export function ParagraphField({ value, ...field }: FieldProps) {
  const edit = useEdit();
  const { file } = useForm();
  const { schema, isNullable } = resolveSchema(field.schema);
  const text = toText(value);
  const label = labelOf(schema, field.path);
  return (
    <FieldFrame
      {...field}
      footer={
        <>
          <CharacterCounter length={text.trim().length} max={schema.maxLength} />
          <SecondVersion path={field.path} firstVersion={text} label={label} />
        </>
      }
    >
      {(controlAttributes) => (
        <textarea
          {...controlAttributes}
          className={`input ${GROWING_FIELD_CLASSES}`}
          rows={1}
          value={text}
          onChange={({ target }) => {
            const typed = toParagraph(target.value);
            edit(field.path, isNullable && typed === '' ? null : typed);
            renameTestOfField([file, ...field.path].join('.'), label);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault();
          }}
          onBlur={() => {
            if (field.isRemovable && text.trim() === '') edit(field.path, undefined);
            else if (text && schema.format === 'uri') edit(field.path, completeAddress(text));
            else if (text && schema.pattern) edit(field.path, reduceCodeToId(schema.pattern, text));
          }}
        />
      )}
    </FieldFrame>
  );
}

interface InputFieldProps extends FieldProps {
  input?: ComponentProps<'input'>;
  footer?: ReactNode;
  read: (typed: string) => unknown;
}

function InputField({ value, input, footer, read, ...field }: InputFieldProps) {
  const edit = useEdit();
  return (
    <FieldFrame {...field} footer={footer}>
      {(controlAttributes) => (
        <input
          {...controlAttributes}
          className="input"
          autoComplete="off"
          {...input}
          value={toText(value)}
          onChange={({ target }) => edit(field.path, read(target.value))}
        />
      )}
    </FieldFrame>
  );
}

/** Reads “12x” as 12. Keeps invalid texts, because the server explains why they are invalid. */
export const NumberField = (props: FieldProps) => (
  <InputField
    {...props}
    input={{ className: 'input max-w-40', inputMode: 'numeric' }}
    read={(typed) => {
      const [, digits] = /^\s*(-?\d{1,15})\s*x?\s*$/i.exec(typed) ?? [];
      return digits === undefined ? typed : Number(digits);
    }}
  />
);

export const NumberOrTextField = (props: FieldProps) => (
  <InputField
    {...props}
    read={(typed) => (/^-?(0|[1-9]\d{0,14})$/.test(typed) ? Number(typed) : toParagraph(typed))}
  />
);

export function MoneyField({ value, ...field }: FieldProps) {
  const edit = useEdit();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <FieldFrame {...field}>
      {(controlAttributes) => (
        <div className="relative max-w-48">
          <span
            aria-hidden="true"
            className="absolute inset-y-0 left-3 grid place-items-center text-muted"
          >
            R$
          </span>
          <input
            {...controlAttributes}
            className="input pl-10 tabular-nums"
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? toText(value)}
            onChange={({ target }) => {
              setTyped(target.value);
              const cents = readCents(target.value);
              edit(field.path, cents === null ? target.value : formatAmount(cents));
            }}
            onBlur={() => setTyped(null)}
          />
        </div>
      )}
    </FieldFrame>
  );
}

export function VideoField(props: FieldProps) {
  const id = toText(props.value);
  return (
    <InputField
      {...props}
      input={{ spellCheck: false, placeholder: 'Cole o endereço do vídeo no YouTube' }}
      footer={
        readVideoId(id) === id && (
          <p className="text-small">
            <a href={`https://www.youtube.com/watch?v=${id}`} target="_blank" rel="noreferrer">
              Conferir o vídeo no YouTube
            </a>
          </p>
        )
      }
      read={(typed) => readVideoId(typed) ?? typed}
    />
  );
}

const formatRatio = (ratio: number): string => `${ratio.toFixed(1).replace('.', ',')}:1`;

export function ColorField({ value, ...field }: FieldProps) {
  const edit = useEdit();
  const { insights } = useForm();
  const text = toText(value);
  const contrast = insights.contrasts.find((color) =>
    areValuesEqual(field.path, ['theme', 'colors', color.field]),
  );
  const isEnough = contrast === undefined || contrast.ratio >= contrast.needed;
  return (
    <FieldFrame
      {...field}
      footer={
        contrast && (
          <p className="state text-small" data-tone={isEnough ? 'good' : 'bad'}>
            Contraste {formatRatio(contrast.ratio)} · precisa de {formatRatio(contrast.needed)}
          </p>
        )
      }
    >
      {(controlAttributes) => (
        <div className="grid grid-cols-[2.75rem_minmax(0,9rem)] gap-2">
          <input
            type="color"
            className="size-full min-h-9.5 p-0.75 border border-edge rounded-md bg-raised cursor-pointer"
            aria-label="Escolher a cor"
            value={/^#[0-9a-f]{6}$/i.test(text) ? text : ''}
            onChange={({ target }) => edit(field.path, target.value)}
          />
          <input
            {...controlAttributes}
            className="input"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={({ target }) => edit(field.path, target.value.trim())}
            onBlur={() => {
              if (completeColor(text) !== text) edit(field.path, completeColor(text));
            }}
          />
        </div>
      )}
    </FieldFrame>
  );
}
