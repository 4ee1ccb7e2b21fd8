/**
 * The page's engine (site/preview) bundles the code of content and sections, so that the server needs to import
 * neither. Texts and values are keyed by content file, such as `hero`.
 */

import type { FieldPath } from '../field-values.ts';
import type {
  CheckedPage,
  EditorForm,
  FieldChange,
  ReviewedPage,
  StoredPicture,
} from './page-editor.ts';

/** The largest upload. The limit is in this file, because the console must not load schemas. */
export const MAX_PICTURE_BYTES = 20 * 1_048_576;

/** The fields that may be the title of a list's item, the best first, before the item's first field. */
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

/** A `folder` contains the YAML files, `images` and `fonts`. Only faults of the machine, such as a full disk, throw. */
export interface PageEngine {
  listForms(): readonly EditorForm[];
  /** Returns the folder's YAML texts, after finishing an earlier write that was interrupted. */
  readTexts(folder: string): PageTexts;
  /** Returns the values of the files that can be parsed. */
  readValues(texts: PageTexts): PageValues;
  /** Returns the texts with the new values. Comments and the order of fields stay. */
  changeTexts(texts: PageTexts, values: PageValues): PageTexts;
  /** Writes the texts that differ from the files: all of them or, on failure, none. */
  writeTexts(folder: string, texts: PageTexts): void;
  check(folder: string, values: PageValues): Promise<CheckedPage>;
  /** Returns the page's style sheet without a theme. */
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
