import type { SiteContent } from '@funil/content/schema/site';

/** Explains in Portuguese why the backend at `origin` (empty: the page's own server) cannot serve the content. */
export const explainBackend = (origin: string, { facts }: Pick<SiteContent, 'facts'>) =>
  origin !== '' && facts.seats === 'auto'
    ? 'content/site.yaml, campo "facts.seats": auto pede que este servidor entregue a página, e ela é construída para outro (PUBLIC_SUPABASE_URL). Escreva o número de vagas.'
    : null;

/**
 * Returns the origin of the backend that gets the page's rows; empty for the page's own server.
 * @throws Error with supabase-js's messages if a variable is set and empty
 */
export function readBackendOrigin(env: NodeJS.ProcessEnv): string {
  const { PUBLIC_SUPABASE_URL: url, PUBLIC_SUPABASE_ANON_KEY: key } = env;
  if (url?.trim() === '') throw new Error('supabaseUrl is required.');
  if (key?.trim() === '') throw new Error('supabaseKey is required.');
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw new Error('PUBLIC_SUPABASE_ANON_KEY: a chave não pode ter espaços, em volta ou dentro');
  }
  if (url === undefined) return '';
  if (!URL.canParse(url)) throw new Error(`PUBLIC_SUPABASE_URL: "${url}" não é um endereço`);
  return new URL(url).origin;
}
