import { decodeUtf8, type JsonReading, readJson } from '../json.ts';

/** Names nest three deep in real notices. */
const MAX_DEPTH = 8;

interface Branch {
  [name: string]: Branch | string;
}

/** An object without a prototype, so that a sender's names (`constructor`) are only names. */
const makeBranch = (): Branch => Object.create(null) as Branch;

/** Parses a body in PHP's form encoding (`venda[valor]=1497.10`, every value a text), or as JSON. Never throws. */
export function readForm(body: Uint8Array): JsonReading {
  if (/^\s*\{/.test(Buffer.from(body.subarray(0, 100)).toString())) return readJson(body);
  const text = decodeUtf8(body);
  if (text === null) return { ok: false, reason: 'encoding' };
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
  let branch = root;
  for (const step of steps.slice(0, -1)) {
    const known = branch[step];
    const next = typeof known === 'object' ? known : makeBranch();
    branch[step] = next;
    branch = next;
  }
  branch[last] = value;
}
