/**
 * The interface of the page's engine: content and sections in one bundle (site/preview), which the server loads without
 * knowing the page. Files and values are keyed by content file, such as `hero`.
 */
import type {
  DraftFacts,
  EditorForm,
  EditorProblem,
  FieldChange,
  PagePreview,
  StoredPicture,
} from '../console/page-editor.ts';
import type { FieldPath } from '../field-values.ts';

/** Bytes of an uploaded picture: 20 MB. Here, because the console loads no schemas. */
export const MAX_PICTURE_BYTES = 20 * 1_048_576;

/** Fields that may hold the title of a list's item, the best first; else the item's first field does. */
export const NAMING_FIELDS = ['title', 'label', 'name', 'text', 'alt', 'url'];

/** Returns the YAML file of a key: `leadDialog` is `lead-dialog.yaml`. */
export const contentFileName = (key: string): string =>
  `${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.yaml`;

/** Returns the form that shows a file's field. */
export const findForm = (forms: readonly EditorForm[], file: string, [field]: FieldPath) =>
  forms.find(
    ({ key, schema }) =>
      key === file && (field === undefined || field in (schema.properties ?? {})),
  ) ?? forms.find(({ key }) => key === file);

export type PageTexts = Readonly<Record<string, string>>;
export type PageValues = Readonly<Record<string, unknown>>;

export interface CheckedPage {
  readonly problems: readonly EditorProblem[];
  readonly facts: DraftFacts;
  /** The rendered page; null if there are problems. */
  readonly preview: PagePreview | null;
}

export interface ReviewedPage {
  readonly changes: readonly FieldChange[];
  readonly problems: readonly EditorProblem[];
  readonly warnings: readonly string[];
}

/** A picture as it arrived, and the part of it to keep, in pixels after its orientation is applied. */
export interface PictureUpload {
  readonly path: string;
  readonly name: string;
  readonly crop: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  } | null;
}

/** Folders contain the YAML files, `images` and `fonts`. Functions may throw only for faults of the machine. */
export interface PageEngine {
  listForms(): readonly EditorForm[];
  /** Returns the YAML texts of a folder; finishes an interrupted write first. */
  readTexts(folder: string): PageTexts;
  /** Returns the values in texts, without files that cannot be parsed. */
  readValues(texts: PageTexts): PageValues;
  /** Returns the texts with other values; comments and order stay. */
  changeTexts(texts: PageTexts, values: PageValues): PageTexts;
  /** Writes the texts that differ, all or none. */
  writeTexts(folder: string, texts: PageTexts): void;
  check(folder: string, values: PageValues): Promise<CheckedPage>;
  /** The page's own style, without a theme. */
  style(): string;
  /** Returns the fields that differ, in words. */
  listChanges(before: PageValues, after: PageValues): readonly FieldChange[];
  review(folder: string, before: PageValues, after: PageValues): Promise<ReviewedPage>;
  /** Stores a picture in the folder's `images`, without metadata. Returns a sentence if it is refused. */
  storePicture(folder: string, upload: PictureUpload): Promise<StoredPicture | { reason: string }>;
  /** Returns a picture at most `width` pixels wide as WebP, or an SVG unchanged; null if it does not exist. */
  readPicture(
    folder: string,
    name: string,
    width: number,
  ): Promise<{ readonly type: string; readonly bytes: Uint8Array } | null>;
}
