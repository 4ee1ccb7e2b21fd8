/**
 * The page's editor: a draft of the content, its preview, publications and their history. Timestamps are ISO texts in
 * UTC.
 */
import * as z from 'zod/mini';
import type { FieldPath } from '../field-values.ts';
import { storableText } from '../text.ts';
import { queryInteger } from './list-page.ts';

/** The control of a field in the editor's form; a field without a widget gets the control of its JSON type. */
export type FieldWidget =
  | 'money'
  | 'color'
  | 'picture'
  | 'logo'
  | 'video'
  | 'key'
  | 'sections'
  | 'font'
  | 'hidden';

/** A field of a content file as JSON Schema, for the editor's form; `title` and `description` are Portuguese. */
export interface EditorSchema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';
  /** `uri`: an address. */
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly widget?: FieldWidget;
  readonly labels?: Readonly<Record<string, string>>;
  /** For a field of site.yaml: the form that shows the field; `brand` if missing. */
  readonly topic?: 'brand' | 'colors' | 'checkout' | 'tracking';
  readonly isRare?: boolean;
  /** For a picture: width and height of the shape that the section shows; any shape if missing. */
  readonly shape?: readonly [number, number];
  /** With `widget: logo`: the smallest width of a cropped picture. */
  readonly minPixels?: number;
  readonly properties?: Readonly<Record<string, EditorSchema>>;
  /** For facts: the fields that the seller names. */
  readonly additionalProperties?: boolean | EditorSchema;
  readonly required?: readonly string[];
  readonly items?: EditorSchema;
  readonly anyOf?: readonly EditorSchema[];
  readonly oneOf?: readonly EditorSchema[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The form of a file of the content, or of one topic of site.yaml. */
export interface EditorForm {
  /** The file's key, or the topic's name. */
  readonly id: string;
  /** The file, such as `hero` for `hero.yaml`. */
  readonly key: string;
  /** The form's subject, in Portuguese: `Primeira tela`. */
  readonly title: string;
  readonly description: string;
  /** The `data-section` that shows the file's texts; null if no section does, as for a dialog. */
  readonly section: string | null;
  /** Whether `sections` in site.yaml may leave the section out and move it. */
  readonly isOptional: boolean;
  readonly schema: EditorSchema;
}

/** A change of one field that solves a problem. */
export interface ProblemMend {
  /** Portuguese, as a button says it. */
  readonly label: string;
  readonly path: FieldPath;
  /** Missing if the field is removed. */
  readonly value?: unknown;
}

/** A problem of the draft, in the words of the content's loader. */
export interface EditorProblem {
  readonly file: string;
  readonly path: FieldPath;
  /** Portuguese. */
  readonly sentence: string;
  /** Missing if only a person can solve the problem. */
  readonly mend?: ProblemMend;
}

/** A contrast of two colors of the draft's theme. */
export interface MeasuredContrast {
  /** A field of `theme.colors`. */
  readonly field: 'dark' | 'light' | 'accent';
  /** The lowest ratio of all pairs that depend on the field, from 1 to 21. */
  readonly ratio: number;
  /** The ratio that this pair needs. */
  readonly needed: number;
}

/** An installment that does not fit the price. */
export interface PriceAdvice {
  /** Portuguese. */
  readonly sentence: string;
  /** Alternative changes of the offer; any one of them makes installment and price agree. */
  readonly mends: readonly ProblemMend[];
}

/** The draft's prices, contrasts, and parts that are left of the demonstration. */
export interface DraftFacts {
  /** `R$ 997,00 à vista` and `12x de R$ 150,30 …, juros de 2,9% ao mês`; empty if the price is invalid. */
  readonly price_lines: readonly string[];
  /** Null if the installment fits the price, or no installment is stated. */
  readonly price_advice: PriceAdvice | null;
  readonly contrasts: readonly MeasuredContrast[];
  /** Parts that are left of the demonstration; null if `demo` is off. */
  readonly leftovers: readonly EditorProblem[] | null;
}

/** The draft of one file. */
export interface DraftFile {
  readonly key: string;
  /** The content as in the YAML file, with the draft's fields. */
  readonly value: unknown;
  /** The fields that the draft changes, the newest change last. */
  readonly changed: readonly FieldPath[];
  /** Author of the newest change; null if the draft's content equals the file's. */
  readonly changed_by: string | null;
  readonly changed_at: string | null;
  /** Fields of the draft that were also changed by hand in the file; the draft's value counts. */
  readonly hand_conflicts: readonly FieldPath[];
}

export interface DraftState {
  readonly files: readonly DraftFile[];
  readonly problems: readonly EditorProblem[];
  readonly facts: DraftFacts;
}

export interface SavedDraft {
  readonly file: DraftFile;
  readonly problems: readonly EditorProblem[];
  readonly facts: DraftFacts;
  /** Null while the draft has problems, so that the last preview stays. */
  readonly preview: PagePreview | null;
}

/** The page, rendered from a draft. Pictures have `src="data:…#NAME"`; the frame fetches them by name. */
export interface PagePreview {
  readonly html: string;
  /** The theme's CSS rules, which follow the page's style. */
  readonly theme: string;
}

export interface PreviewStart {
  readonly style: string;
  readonly preview: PagePreview | null;
}

/** Values are as an operator reads them. */
export interface FieldChange {
  readonly file: string;
  /** Such as `Oferta › Os preços › Preço à vista`. */
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Whether the field decides where buyers pay or who tracks them; publishing it needs a fresh factor. */
  readonly redirects: boolean;
}

export type PublishStep = 'checking' | 'writing' | 'building' | 'verifying';

export type Publication =
  | { readonly state: 'idle' }
  | {
      readonly state: 'running';
      readonly step: PublishStep;
      readonly by: string;
      readonly started_at: string;
    }
  | {
      readonly state: 'done';
      readonly by: string;
      readonly finished_at: string;
      readonly number: number;
      /** Whether the public address answered with the new page. */
      readonly is_verified: boolean;
    }
  | {
      readonly state: 'failed';
      readonly by: string;
      readonly finished_at: string;
      /** Portuguese. The published page and the draft are unchanged. */
      readonly reason: string;
    };

export interface PageEditorResponse {
  readonly forms: readonly EditorForm[];
  readonly draft: DraftState;
  readonly publication: Publication;
  /** The page's public address; null before the first build. */
  readonly address: string | null;
  /** Why the page cannot be published from here, in Portuguese; null: it can. */
  readonly elsewhere: string | null;
}

export interface PublishReview {
  readonly changes: readonly FieldChange[];
  readonly problems: readonly EditorProblem[];
  /** Consequences that the operator has to confirm, in Portuguese. */
  readonly warnings: readonly string[];
  /** A text that differs after every change of the draft; `POST page/publish` must repeat it. */
  readonly draft: string;
}

export interface PageVersion {
  readonly number: number;
  readonly at: string;
  /** E-mail of the operator; empty: changed by hand in the files. */
  readonly by: string;
  /**
   * `start`: the content before the first publication. `restore`: an earlier version put back. `hand`: found in the
   * files.
   */
  readonly kind: 'start' | 'publish' | 'restore' | 'hand';
  /** With `restore`: the number of the earlier version. */
  readonly restored: number | null;
  readonly changes: number;
}
export interface PageVersionDetail extends PageVersion {
  /** The changes that restoring this version would make. */
  readonly changes_to_now: readonly FieldChange[];
  readonly preview: PagePreview | null;
}

export interface StoredPicture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

const fileKey = z.string().check(z.regex(/^[a-zA-Z]{1,40}$/));
export const draftFileParams = z.strictObject({ file: fileKey });
/**
 * A change of one field, which may lie in groups and not in lists. If `before` or `value` is omitted, the field is
 * missing.
 */
export const saveFieldSchema = z.strictObject({
  path: z.array(storableText(200)).check(z.minLength(1), z.maxLength(20)),
  /** The value that the operator saw; if the draft has another value now, the answer is 409. */
  before: z.optional(z.unknown()),
  value: z.optional(z.unknown()),
});
/** Discards the changes of `fields` until `changed_at`; later changes, which the operator has not seen, are kept. */
export const discardDraftSchema = z.strictObject({
  changed_at: z.iso.datetime(),
  fields: z.array(storableText(200)).check(z.maxLength(100)),
});
/** The draft that the operator has reviewed; if the draft is another now, the answer is 409. */
export const reviewedDraftSchema = z.strictObject({ draft: z.string().check(z.maxLength(100)) });
export const publishSchema = z.strictObject({
  ...reviewedDraftSchema.shape,
  /** The warnings that the operator has confirmed. */
  confirmed: z.array(z.string().check(z.maxLength(500))).check(z.maxLength(20)),
});
export const pictureParams = z.strictObject({
  name: z.string().check(z.regex(/^[a-z0-9-]{1,80}\.(svg|png|jpe?g|webp|avif)$/)),
});

const pixels = queryInteger(0, 99_999);
/** Crop in pixels of the picture after its orientation is applied; all four or none. */
export const pictureUploadQuery = z.strictObject({
  name: z._default(storableText(200), ''),
  left: z.optional(pixels),
  top: z.optional(pixels),
  width: z.optional(pixels),
  height: z.optional(pixels),
});
export const pictureQuery = z.strictObject({ width: z._default(pixels, 760) });

/** A message to the preview's frame. */
export type FrameMessage =
  | { readonly kind: 'style'; readonly style: string }
  | { readonly kind: 'preview'; readonly preview: PagePreview }
  | { readonly kind: 'picture'; readonly name: string; readonly file: Blob }
  | { readonly kind: 'show'; readonly file: string; readonly section: string | null };
/** A message of the preview's frame. */
export type FrameReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'needs'; readonly pictures: readonly string[] }
  /** The operator pressed a part of the page. */
  | { readonly kind: 'pressed'; readonly section: string };
