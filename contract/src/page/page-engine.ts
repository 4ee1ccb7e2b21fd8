/**
 * The page's engine bundles content and sections (site/preview), so that the server does not know
 * the page. Files and values are keyed by content file, such as `hero`.
 */

import type { FieldPath } from '../field-values.ts';
import type {
  CheckedPage,
  EditorForm,
  FieldChange,
  ReviewedPage,
  StoredPicture,
} from './page-editor.ts';

/** The largest upload. The limit stands here because the console loads no schemas. */
export const MAX_PICTURE_BYTES = 20 * 1_048_576;

/** Fields that may hold the title of a list's item, the best first; else its first field does. */
export const ITEM_TITLE_FIELDS = ['title', 'label', 'name', 'text', 'alt', 'url'];

/** Returns the YAML file of a key: `lead-dialog.yaml` for `leadDialog`. */
export const contentFileName = (key: string): string =>
  `${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.yaml`;

/** Returns the form that shows a file's field; undefined if the file has no form. */
export const findForm = (forms: readonly EditorForm[], file: string, [field]: FieldPath) =>
  forms.find(
    ({ key, schema }) =>
      key === file && (field === undefined || field in (schema.properties ?? {})),
  ) ?? forms.find(({ key }) => key === file);

export type PageTexts = Readonly<Record<string, string>>;
export type PageValues = Readonly<Record<string, unknown>>;

/** In pixels, after the picture's orientation is applied. */
export interface PictureCrop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PictureUpload {
  readonly path: string;
  readonly name: string;
  /** Null keeps the whole picture. */
  readonly crop: PictureCrop | null;
}

/** Folders contain the YAML files, `images` and `fonts`. Functions throw only for faults of the machine. */
export interface PageEngine {
  listForms(): readonly EditorForm[];
  /** Returns the folder's YAML texts; finishes an interrupted write first. */
  readTexts(folder: string): PageTexts;
  /** Returns the values of the files that can be parsed. */
  readValues(texts: PageTexts): PageValues;
  /** Returns the texts with other values; comments and order stay. */
  changeTexts(texts: PageTexts, values: PageValues): PageTexts;
  /** Writes the texts that differ, all or none. */
  writeTexts(folder: string, texts: PageTexts): void;
  check(folder: string, values: PageValues): Promise<CheckedPage>;
  /** The style sheet without a theme. */
  style(): string;
  listChanges(before: PageValues, after: PageValues): readonly FieldChange[];
  review(folder: string, before: PageValues, after: PageValues): Promise<ReviewedPage>;
  /** Stores the picture without metadata, or returns in Portuguese why it is refused. */
  storePicture(folder: string, upload: PictureUpload): Promise<StoredPicture | { reason: string }>;
  /** Returns WebP of at most `width` pixels, or an SVG unchanged; null if the picture is missing. */
  readPicture(
    folder: string,
    name: string,
    width: number,
  ): Promise<{ readonly type: string; readonly bytes: Uint8Array } | null>;
}
