/** The first version with `using`, type stripping and `node:sqlite` without a flag. */
const MIN_NODE = 24;

/**
 * `problem` explains why this Node does not run.
 * @typedef {{ path: string, version: string, problem?: undefined } | { problem: string }} Candidate
 * @typedef {{ ok: true, path: string, version: string } | { ok: false, message: string }} Choice
 */

/** @param {string} version such as `24.21.0` */
export const majorOf = (version) => Number(version.split('.')[0]);

/** @param {string} version */
export const isNewEnough = (version) => majorOf(version) >= MIN_NODE;

/**
 * Returns the project's tested Node if it runs, otherwise the machine's Node.
 * @param {Candidate} bundled
 * @param {{ path: string, version: string }} own
 * @returns {Choice}
 */
export function chooseNode(bundled, own) {
  if (bundled.problem === undefined) return { ok: true, ...bundled };
  if (isNewEnough(own.version)) return { ok: true, ...own };
  return {
    ok: false,
    message:
      `Nenhum Node serve aqui: o que vem com o projeto ${bundled.problem}, e o desta máquina é o ` +
      `${own.version}. Instale o Node ${MIN_NODE} ou mais novo (https://nodejs.org) e repita o comando.`,
  };
}
