import * as z from 'zod/mini';

export const cursorTime = z.iso.datetime({ precision: 3 });

export function createCursor<Fields extends Readonly<Record<string, z.ZodMiniType>>>(
  fields: Fields,
) {
  type Position = { readonly [Name in keyof Fields]: z.output<Fields[Name]> };
  const fieldNames = Object.keys(fields);
  const schema = z.object(fields);
  return {
    format(position: Position): string {
      const values = fieldNames.map((name) => position[name]);
      return Buffer.from(JSON.stringify(values)).toString('base64url');
    },
    /** Returns null without a cursor, and `invalid` for a cursor that this server did not issue. */
    parse(cursor: string | undefined): Position | null | 'invalid' {
      if (cursor === undefined) return null;
      try {
        const values = JSON.parse(Buffer.from(cursor, 'base64url').toString());
        const record = Object.fromEntries(fieldNames.map((name, index) => [name, values[index]]));
        return (schema.safeParse(record).data as Position | undefined) ?? 'invalid';
      } catch {
        return 'invalid';
      }
    },
  };
}
