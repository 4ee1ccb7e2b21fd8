// The page's editor: draft, preview, publications and history. Timestamps are ISO texts in UTC.
import * as z from 'zod/mini';
import type { FieldPath } from '../field-values.ts';
import { queryInteger } from '../list-page.ts';
import { storableText } from '../text.ts';
import type { TextVersion } from '../visits/tested-text.ts';

/** A field's control in the form; without a widget, the control of its JSON type. */
type FieldWidget =
  | 'money'
  | 'color'
  | 'picture'
  | 'logo'
  | 'video'
  | 'key'
  | 'sections'
  | 'font'
  | 'hidden';

/** A field as JSON Schema, for its form; `title` and `description` are Portuguese. */
export interface EditorSchema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly widget?: FieldWidget;
  readonly labels?: Readonly<Record<string, string>>;
  /** The form that shows a field of site.yaml; `brand` if missing. */
  readonly topic?: 'brand' | 'colors' | 'checkout' | 'tracking';
  readonly isRare?: boolean;
  /** Width and height of the picture's place in the section; any shape if missing. */
  readonly shape?: readonly [number, number];
  /** The smallest width of a cropped picture, if the widget is `logo`. */
  readonly minPixels?: number;
  readonly properties?: Readonly<Record<string, EditorSchema>>;
  /** The fields that the seller names, in `facts`. */
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

export interface EditorForm {
  /** The file's key, or the topic's name. */
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly description: string;
  /** The `data-section` that shows the texts; null for a dialog. */
  readonly section: string | null;
  /** `sections` in site.yaml may leave the section out and move it. */
  readonly isOptional: boolean;
  readonly schema: EditorSchema;
}

/** A change of a field that solves a problem; no `value` removes it. `label` is Portuguese. */
export interface ProblemMend {
  readonly label: string;
  readonly path: FieldPath;
  readonly value?: unknown;
}

/** A problem in the words of the content's loader. */
export interface EditorProblem {
  readonly file: string;
  readonly path: FieldPath;
  readonly sentence: string;
  /** Missing if only a person can solve the problem. */
  readonly mend?: ProblemMend;
}

/** A theme color's worst contrast with another color, relative to the contrast that the pair needs. */
export interface MeasuredContrast {
  readonly field: 'dark' | 'light' | 'accent';
  /** The pair's contrast, from 1 to 21. */
  readonly ratio: number;
  readonly needed: number;
}

export interface PriceAdvice {
  readonly sentence: string;
  /** Any one of these makes installment and price agree. */
  readonly mends: readonly ProblemMend[];
}

/** Values that the server computes from a draft, for the form to show beside its fields. */
export interface DraftInsights {
  /** `R$ 997,00 à vista` and `12x de R$ 150,30 …, juros de 2,9% ao mês`; empty if the price is invalid. */
  readonly price_lines: readonly string[];
  /** Null if the installment fits the price, or none is stated. */
  readonly price_advice: PriceAdvice | null;
  readonly contrasts: readonly MeasuredContrast[];
  /** Parts that are left of the demonstration; null if `demo` is off. */
  readonly demo_leftovers: readonly EditorProblem[] | null;
}

export interface DraftFile {
  readonly key: string;
  /** The file's content with the draft's changes. */
  readonly value: unknown;
  /** Fields that the draft changes, the newest change last. */
  readonly changed: readonly FieldPath[];
  /** The author of the newest change; null if the draft equals the file. */
  readonly changed_by: string | null;
  readonly changed_at: string | null;
  /** Fields that were changed in the draft and, outside the console, in the file; the draft's value counts. */
  readonly file_conflicts: readonly FieldPath[];
}

export interface CheckedPage {
  readonly problems: readonly EditorProblem[];
  readonly insights: DraftInsights;
  /** Null while the draft has problems; the console keeps showing the last preview. */
  readonly preview: PagePreview | null;
}

export interface DraftState extends Omit<CheckedPage, 'preview'> {
  readonly files: readonly DraftFile[];
}

export interface SavedDraft extends CheckedPage {
  readonly file: DraftFile;
}

/** The page of a draft. Pictures have `src="data:…#NAME"`; the frame fetches them by name. */
export interface PagePreview {
  readonly html: string;
  /** CSS rules of the theme, which follow the page's style. */
  readonly theme: string;
}

export interface PreviewWithStyle {
  readonly style: string;
  readonly preview: PagePreview | null;
}

/** The label is `Oferta › Os preços › Preço à vista`; values are as an operator reads them. */
export interface FieldChange {
  readonly file: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The field decides where buyers pay or who tracks them; publishing it needs a fresh factor. */
  readonly is_sensitive: boolean;
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
      /** The public address answered with the new page. */
      readonly is_verified: boolean;
    }
  | {
      readonly state: 'failed';
      readonly by: string;
      readonly finished_at: string;
      readonly reason: string;
    };

export interface PageEditorResponse {
  readonly forms: readonly EditorForm[];
  readonly draft: DraftState;
  readonly publication: Publication;
  /** The page's public address; null before the first build. */
  readonly address: string | null;
  /** Why the page cannot be published from here, in Portuguese; null: it can. */
  readonly publish_obstacle: string | null;
}

export interface ReviewedPage {
  readonly changes: readonly FieldChange[];
  readonly problems: readonly EditorProblem[];
  /** The operator has to confirm these consequences; in Portuguese. */
  readonly warnings: readonly string[];
}

export interface PublishReview extends ReviewedPage {
  /** Differs after every change of the draft; `POST page/publish` must repeat it. */
  readonly draft: string;
}

export interface PageVersion {
  readonly number: number;
  readonly at: string;
  /** E-mail; empty: changed by hand in the files. */
  readonly by: string;
  /** `start`: before the first publication. `restore`: an earlier version put back. `hand`: found in the files. */
  readonly kind: 'start' | 'publish' | 'restore' | 'hand';
  /** The number of the version that was put back; null unless `kind` is `restore`. */
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
/** The field may lie in groups and not in lists. An omitted `before` or `value` means that the field is missing. */
export const saveFieldSchema = z.strictObject({
  path: z.array(storableText(200)).check(z.minLength(1), z.maxLength(20)),
  /** If the draft has another value now, the answer is 409. */
  before: z.optional(z.unknown()),
  value: z.optional(z.unknown()),
});
/** Changes of `fields` after `changed_at`, which the operator has not seen, are kept. */
export const discardDraftSchema = z.strictObject({
  changed_at: z.iso.datetime(),
  fields: z.array(storableText(200)).check(z.maxLength(100)),
});
/** The draft that the operator reviewed; if the draft is another now, the answer is 409. */
export const reviewedDraftSchema = z.strictObject({ draft: z.string().check(z.maxLength(100)) });
export const publishSchema = z.strictObject({
  ...reviewedDraftSchema.shape,
  /** Warnings that the operator has confirmed. */
  confirmed: z.array(z.string().check(z.maxLength(500))).check(z.maxLength(20)),
});
export const pictureParams = z.strictObject({
  name: z.string().check(z.regex(/^[a-z0-9-]{1,80}\.(svg|png|jpe?g|webp|avif)$/)),
});

const pixels = queryInteger(0, 99_999);
/** The crop counts pixels after the picture's orientation is applied; all four or none. */
export const pictureUploadQuery = z.strictObject({
  name: z._default(storableText(200), ''),
  left: z.optional(pixels),
  top: z.optional(pixels),
  width: z.optional(pixels),
  height: z.optional(pixels),
});
export const pictureSizeQuery = z.strictObject({ width: z._default(pixels, 760) });

/** A message of the editor to the preview's frame. */
export type FrameCommand =
  | { readonly kind: 'style'; readonly style: string }
  | { readonly kind: 'preview'; readonly preview: PagePreview; readonly version: TextVersion }
  | { readonly kind: 'picture'; readonly name: string; readonly file: Blob }
  | { readonly kind: 'show'; readonly file: string; readonly section: string | null };
/** A message of the preview's frame to the editor: it is ready, lacks pictures, or a section was pressed. */
export type FrameReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'needs'; readonly pictures: readonly string[] }
  | { readonly kind: 'pressed'; readonly section: string };
