/**
 * Why the page cannot be built in a folder, in a sentence; null when it can. Vite and Astro take paths
 * for addresses, where these letters mean something else.
 */
export function refuseOddPath(folder: string): string | null {
  const [letter] = /[#%?*]/.exec(folder) ?? [];
  if (letter === undefined) return null;
  return (
    `O caminho da pasta, ${folder}, tem “${letter}”, e a ferramenta que constrói a página não o entende: ` +
    'mude o nome da pasta para um sem #, %, ? e * e repita o comando.'
  );
}
