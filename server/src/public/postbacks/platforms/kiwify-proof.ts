import { peekMember, peekText } from './json.ts';
import type { Postback } from './platform.ts';
import { isSame, isSignature } from './proof.ts';

/**
 * Kiwify's proof: `?signature=` with the hexadecimal HMAC-SHA1 of the body by the webhook's token. Public
 * integrations differ in what is signed and where the proof stands, so each way that one of them
 * documents is taken, and named: over the raw body; where the body wraps the order, over `order` alone,
 * as it stands or as JavaScript writes it, the signature then also beside it; HMAC-SHA256; or the token
 * itself, in the query or the header `x-kiwify-token`.
 */
export function kiwifyProof({ headers, query, body }: Postback, secret: string): string | null {
  const token = query.token ?? headers['x-kiwify-token'];
  if (isSame(token, secret)) return 'token';
  const given = query.signature ?? headers['x-kiwify-signature'] ?? peekText(body, 'signature');
  if (!given) return null;
  if (isSame(given, secret)) return 'token';
  if (isSignature(given, { algorithm: 'sha1', secret, signed: body })) return 'sha1-body';
  if (isSignature(given, { algorithm: 'sha256', secret, signed: body })) return 'sha256-body';
  for (const signed of orderTexts(body)) {
    if (isSignature(given, { algorithm: 'sha1', secret, signed })) return 'sha1-order';
    if (isSignature(given, { algorithm: 'sha256', secret, signed })) return 'sha256-order';
  }
  return null;
}

/** The value of the top's `order` as it stands in the text, and as `JSON.stringify` writes it; none where there is none. */
function orderTexts(body: Uint8Array): string[] {
  const order = peekMember(body, 'order');
  if (order === undefined || order === null) return [];
  const standing = memberText(Buffer.from(body).toString(), 'order');
  return [...(standing === undefined ? [] : [standing]), JSON.stringify(order)];
}

/** The text of one member of the object that `text` is; the text is known to be JSON. */
function memberText(text: string, name: string): string | undefined {
  let depth = 0;
  let from = -1;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') {
      const end = endOfText(text, index);
      const rest = /^\s*:\s*/.exec(text.slice(end, end + 100));
      if (depth === 1 && from < 0 && rest && text.slice(index + 1, end - 1) === name) {
        from = end + rest[0].length;
      }
      index = end - 1;
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (from >= 0 && depth === 1) return text.slice(from, index + 1);
    }
  }
  return undefined;
}

/** The place after a JSON text that begins at `start`. */
function endOfText(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index + 1;
}
