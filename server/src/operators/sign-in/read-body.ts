import { emailKey } from '@funil/contract/person';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidField, sendProblem } from '../../http/console-problem.ts';

/** Longest address there is. Source: RFC 5321, 4.5.3.1.3, and its erratum 1690. */
export const email = z
  .string()
  .max(254)
  .transform(emailKey)
  .pipe(z.email({ abort: true }));

/** Longer than any that may be set: what is longer is refused with the account's other passwords. */
export const password = z.string().min(1).max(1_024);

/** An operator's word for a factor, without what no database stores and no screen shows. */
export const factorName = z
  .string()
  .trim()
  .max(64)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);

/** What the official client adds to most bodies; there is no captcha here. */
export const clientExtras = {
  gotrue_meta_security: z
    .strictObject({ captcha_token: z.string().max(4_096).optional() })
    .nullish(),
};

/**
 * A request's body as its schema has it; an unknown field is refused like a wrong one.
 * @returns null: it is not, and the request is answered
 */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  request: FastifyRequest,
  reply: FastifyReply,
): z.infer<Schema> | null {
  const read = schema.safeParse(request.body ?? {});
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.join('.') || 'body';
  // Names of fields come from the request, but nothing that was typed into them.
  sendProblem(reply, invalidField(`${place.slice(0, 100)}: ${issue?.code ?? 'invalid'}`));
  return null;
}
