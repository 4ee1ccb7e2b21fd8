// This script is inline before the first paint, so at most 400 bytes long
// (e2e/tracking/tagged-versions.spec.ts). Without storage a visitor sees version a and is not counted.

const { dataset } = document.documentElement;

/** FNV-1a of an ASCII text; negative for half of all texts. */
const hash = (text: string): number =>
  [...text].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5);

try {
  const now = Date.now();
  let id: string | undefined = localStorage.versao_teste;
  // Replaces an id that belongs to another A/B test or is older than 90 days.
  if (!(id?.endsWith(` ${dataset.test}`) && now - Number.parseInt(id, 36) < 7776e6)) {
    id = localStorage.versao_teste = `${now.toString(36)}.${Math.random()} ${dataset.test}`;
  }
  dataset.visitor = id;
  // The id is hashed twice, because one hash is uneven for texts that differ in few letters.
  if (hash(`${hash(id)}`) < 0) dataset.v = 'b';
} catch {}
