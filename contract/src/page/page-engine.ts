/**
 * The engine bundles content and sections (site/preview), so that the server does not know the page. Files and values
 * are keyed by content file, such as `hero`.
 */
import type {
  CheckedPage,
  EditorForm,
  FieldChange,
  ReviewedPage,
  StoredPicture,
} from '../console/page-editor.ts';
import type { FieldPath } from '../field-values.ts';

/** Stands here because the console loads no schemas. */
export const MAX_PICTURE_BYTES = 20 * 1_048_576;

/** Titles of a list's item, the best first; else the item's first field. */
export const ITEM_TITLE_FIELDS = ['title', 'label', 'name', 'text', 'alt', 'url'];

/** `leadDialog` is in `lead-dialog.yaml`. */
export const contentFileName = (key: string): string =>
  `${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.yaml`;

export const findForm = (forms: readonly EditorForm[], file: string, [field]: FieldPath) =>
  forms.find(
    ({ key, schema }) =>
      key === file && (field === undefined || field in (schema.properties ?? {})),
  ) ?? forms.find(({ key }) => key === file);

export type PageTexts = Readonly<Record<string, string>>;
export type PageValues = Readonly<Record<string, unknown>>;

/** A picture's size and crop in pixels after its orientation is applied. */
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

/** Folders contain the YAML files, `images` and `fonts`. Functions throw only for faults of the machine. */
export interface PageEngine {
  listForms(): readonly EditorForm[];
  /** Finishes an interrupted write first. */
  readTexts(folder: string): PageTexts;
  readValues(texts: PageTexts): PageValues;
  /** Keeps comments and order. */
  changeTexts(texts: PageTexts, values: PageValues): PageTexts;
  /** All or none. */
  writeTexts(folder: string, texts: PageTexts): void;
  check(folder: string, values: PageValues): Promise<CheckedPage>;
  /** The style sheet without a theme. */
  style(): string;
  listChanges(before: PageValues, after: PageValues): readonly FieldChange[];
  review(folder: string, before: PageValues, after: PageValues): Promise<ReviewedPage>;
  /** Drops metadata. Returns a sentence if the picture is refused. */
  storePicture(folder: string, upload: PictureUpload): Promise<StoredPicture | { reason: string }>;
  /** Returns WebP of at most `width` pixels, or an SVG unchanged; null if the picture is missing. */
  readPicture(
    folder: string,
    name: string,
    width: number,
  ): Promise<{ readonly type: string; readonly bytes: Uint8Array } | null>;
}
