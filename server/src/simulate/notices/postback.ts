import type { Postback } from '../../sales/platforms/platform.ts';

interface Parts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** A body's bytes; a signature is over them, so they are made once. */
export const bytesOf = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));

export const postback = (body: Buffer, { headers = {}, query = {} }: Parts = {}): Postback => ({
  headers: { 'content-type': 'application/json', ...headers },
  query,
  body,
});

/** Reais as platforms write them: centavos divided by a hundred are the nearest decimal, exactly. */
export const reais = (centavos: number): number => centavos / 100;

export const iso = (time: number): string => new Date(time).toISOString();
export const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time));
