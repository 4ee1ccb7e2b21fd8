import { type JsonReading, readJson } from '../json.ts';

/** Names nest three deep in real notices. */
const MAX_DEPTH = 8;

interface Branch {
  [name: string]: Branch | string;
}

/** An object without `constructor` and the like, whose names a sender could take. */
const makeBranch = (): Branch => Object.create(null) as Branch;

/** Reads a body in PHP's form encoding (`venda[valor]=1497.10`, every value a text), or the same as JSON. Never throws. */
export function readForm(body: Uint8Array): JsonReading {
  if (/^\s*\{/.test(Buffer.from(body.subarray(0, 100)).toString())) return readJson(body);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    // Nothing is lost: the body stays as it came.
    return { ok: false, reason: 'encoding' };
  }
  const root = makeBranch();
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.split(/[[\]]+/).filter(Boolean);
    if (steps.length > MAX_DEPTH) return { ok: false, reason: 'deep' };
    place(root, steps, value);
  }
  return { ok: true, value: root };
}

function place(root: Branch, steps: readonly string[], value: string) {
  const last = steps.at(-1);
  if (last === undefined) return;
  let here = root;
  for (const step of steps.slice(0, -1)) {
    const known = here[step];
    const next = typeof known === 'object' ? known : makeBranch();
    here[step] = next;
    here = next;
  }
  here[last] = value;
}

/** Writes an object in PHP's form encoding. */
export function writeForm(value: object): string {
  const fields = new URLSearchParams();
  const add = (name: string, held: unknown) => {
    if (typeof held === 'object' && held !== null) {
      for (const [step, inner] of Object.entries(held)) {
        add(name === '' ? step : `${name}[${step}]`, inner);
      }
    } else if (held !== null) fields.append(name, String(held));
  };
  add('', value);
  return fields.toString();
}
