// What a form needs of a field besides its type and description: `.meta()` puts it into the JSON schema.
import 'zod';

declare module 'zod' {
  interface GlobalMeta {
    /** How a form shows the field; without one, its type decides. */
    widget?:
      | 'money'
      | 'color'
      | 'picture'
      | 'logo'
      | 'video'
      | 'key'
      | 'sections'
      | 'font'
      | 'hidden';
    /** The names of an enum's values, in Portuguese. */
    labels?: Readonly<Record<string, string>>;
    /** Width and height to which a picture is cropped; missing: any shape. */
    shape?: readonly [number, number];
  }
}
