/** The oldest Node that runs the code: `using`, types stripped, `node:sqlite` without a flag. */
const OLDEST_NODE = 24;

/**
 * A Node that may run the project. `problem` says why one that is there does not run.
 * @typedef {{ path: string, version: string, problem?: undefined } | { problem: string }} Candidate
 * @typedef {{ ok: true, path: string, version: string } | { ok: false, message: string }} Choice
 */

/** @param {string} version such as `24.21.0` */
export const majorOf = (version) => Number(version.split('.')[0]);

/** @param {string} version */
export const isNewEnough = (version) => majorOf(version) >= OLDEST_NODE;

/**
 * The Node that came with the project, since the tests ran on it; else the machine's own.
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
      `${own.version}. Instale o Node ${OLDEST_NODE} ou mais novo (https://nodejs.org) e repita o comando.`,
  };
}
