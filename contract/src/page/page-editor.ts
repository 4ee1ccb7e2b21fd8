// The page's editor: draft, preview, publications and history. Timestamps are ISO texts in UTC.
import * as z from 'zod/mini';
import type { FieldPath } from '../field-values.ts';
import { queryInteger } from '../list-page.ts';
import { storableText } from '../text.ts';
import type { TextVersion } from '../visits/tested-text.ts';

/** The control that the form shows for a field. A field without a widget gets the control of its JSON type. */
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
  /** The form that shows this field of site.yaml. If missing, the form `brand` shows the field. */
  readonly topic?: 'brand' | 'colors' | 'checkout' | 'tracking';
  readonly isRare?: boolean;
  /** Width and height of the place that the section has for the picture. If missing, a picture of any shape fits. */
  readonly shape?: readonly [number, number];
  /** The smallest width of a cropped picture, if the widget is `logo`. */
  readonly minPixels?: number;
  readonly properties?: Readonly<Record<string, EditorSchema>>;
  /** The schema of fields whose names the seller chooses, in `facts`. */
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
  /** True if `sections` in site.yaml may omit or move the section. */
  readonly isOptional: boolean;
  readonly schema: EditorSchema;
}

/** A change of a field that solves a problem. Without `value`, the change removes the field. */
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
  /** Changes of which any single one makes installment and price agree. */
  readonly mends: readonly ProblemMend[];
}

/** Values that the server computes from a draft, for the form to show beside its fields. */
export interface DraftInsights {
  /** `R$ 997,00 à vista` and `12x de R$ 150,30 …, juros de 2,9% ao mês`; empty if the price is invalid. */
  readonly price_lines: readonly string[];
  /** Null if the installment fits the price, or if the content states no installment. */
  readonly price_advice: PriceAdvice | null;
  readonly contrasts: readonly MeasuredContrast[];
  /** The parts of the demonstration that are still in the content; null if `demo` is off. */
  readonly demo_leftovers: readonly EditorProblem[] | null;
}

export interface DraftFile {
  readonly key: string;
  /** The file's content with the draft's changes. */
  readonly value: unknown;
  /** Fields that the draft changes, the newest change last. */
  readonly changed: readonly FieldPath[];
  /** The operator who made the newest change; null if the draft does not change the file. */
  readonly changed_by: string | null;
  readonly changed_at: string | null;
  /** Fields that were changed in the draft and, outside the console, in the file. The draft will replace the file. */
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

/**
 * The page as the draft would publish it. A picture's `src` is `data:…#NAME`, from which the frame knows the name of
 * the picture to fetch.
 */
export interface PagePreview {
  readonly html: string;
  /** CSS rules of the theme, which follow the page's style. */
  readonly theme: string;
}

export interface PreviewWithStyle {
  readonly style: string;
  readonly preview: PagePreview | null;
}

/** `label` is such as `Oferta › Os preços › Preço à vista`; the values are formatted for an operator. */
export interface FieldChange {
  readonly file: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  /** True if the field decides where buyers pay or who tracks them, so that publishing needs a fresh second factor. */
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
      /** True if the server found the new page at the public address. */
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
  /** Why the page cannot be published from the console, in Portuguese; null if it can. */
  readonly publish_obstacle: string | null;
}

export interface ReviewedPage {
  readonly changes: readonly FieldChange[];
  readonly problems: readonly EditorProblem[];
  /** Consequences, in Portuguese, that the operator has to confirm before publishing. */
  readonly warnings: readonly string[];
}

export interface PublishReview extends ReviewedPage {
  /**
   * A text that differs after every change of the draft. `POST page/publish` must repeat it, so that the server
   * publishes only the draft that the operator reviewed.
   */
  readonly draft: string;
}

export interface PageVersion {
  readonly number: number;
  readonly at: string;
  /** The operator's e-mail; empty if the files were changed outside the console. */
  readonly by: string;
  /**
   * `start` is the page before the first publication, `restore` an earlier version that an operator restored, and
   * `hand` a change of the files outside the console.
   */
  readonly kind: 'start' | 'publish' | 'restore' | 'hand';
  /** The number of the version that was restored; null unless `kind` is `restore`. */
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
/** `path` may lead through groups, but not through lists. Without `value`, the field is removed. */
export const saveFieldSchema = z.strictObject({
  path: z.array(storableText(200)).check(z.minLength(1), z.maxLength(20)),
  /** The value that the operator saw, missing for a missing field. If the draft's differs, the server answers 409. */
  before: z.optional(z.unknown()),
  value: z.optional(z.unknown()),
});
/** The server keeps changes of `fields` that were made after `changed_at`, because the operator has not seen them. */
export const discardDraftSchema = z.strictObject({
  changed_at: z.iso.datetime(),
  fields: z.array(storableText(200)).check(z.maxLength(100)),
});
/** `draft` is the value of the review that the operator saw. If the draft differs now, the server answers 409. */
export const draftHashSchema = z.strictObject({ draft: z.string().check(z.maxLength(100)) });
export const publishSchema = z.strictObject({
  ...draftHashSchema.shape,
  confirmed: z.array(z.string().check(z.maxLength(500))).check(z.maxLength(20)),
});
export const pictureParams = z.strictObject({
  name: z.string().check(z.regex(/^[a-z0-9-]{1,80}\.(svg|png|jpe?g|webp|avif)$/)),
});

const pixels = queryInteger(0, 99_999);
/** The crop is in pixels of the picture after its orientation was applied. A request has all four numbers or none. */
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
/** A message of the preview's frame to the editor. `pressed` means that the operator clicked a section. */
export type FrameReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'needs'; readonly pictures: readonly string[] }
  | { readonly kind: 'pressed'; readonly section: string };
