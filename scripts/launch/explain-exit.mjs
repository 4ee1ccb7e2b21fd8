/**
 * Why a process ended badly, for who has to mend it; null when it ended well or says itself why.
 * Shells and npm report a signal as 128 and its number.
 * @param {string} what such as `A geração da página`
 * @param {{ code: number | null, signal: string | null }} end
 * @returns {string | null}
 */
export function explainExit(what, { code, signal }) {
  if (signal === 'SIGKILL' || code === 137) {
    return `${what} não terminou: o sistema encerrou o processo, quase sempre por falta de memória. ${REMEDY}`;
  }
  // V8 aborts when its heap is full; so do native parts that get no memory.
  if (signal === 'SIGABRT' || code === 134) {
    return `${what} não terminou: o processo abortou, quase sempre por falta de memória. ${REMEDY}`;
  }
  if (signal !== null) return `${what} não terminou: o processo recebeu o sinal ${signal}.`;
  return null;
}

const REMEDY =
  'Feche outros programas, aumente a memória ou crie uma área de swap, e repita o comando.';
