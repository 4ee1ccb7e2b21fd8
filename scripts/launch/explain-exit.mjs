/**
 * Null if the process exited by itself. Shells and npm report a signal as 128 plus its number.
 * @param {string} name such as `A geração da página`
 * @param {{ code: number | null, signal: string | null }} exit
 * @returns {string | null}
 */
export function explainExit(name, { code, signal }) {
  if (signal === 'SIGKILL' || code === 137) {
    return `${name} não terminou: o sistema encerrou o processo, quase sempre por falta de memória. ${MEMORY_REMEDY}`;
  }
  // V8 and native code abort when they run out of memory.
  if (signal === 'SIGABRT' || code === 134) {
    return `${name} não terminou: o processo abortou, quase sempre por falta de memória. ${MEMORY_REMEDY}`;
  }
  if (signal !== null) return `${name} não terminou: o processo recebeu o sinal ${signal}.`;
  return null;
}

const MEMORY_REMEDY =
  'Feche outros programas, aumente a memória ou crie uma área de swap, e repita o comando.';
