interface BackendConfig {
  /** The backend's origin; empty when the page's own server takes the rows. */
  url: string;
}

/**
 * Reads where the page sends its rows. Absent means this repository's server, with its own key.
 * @throws Error with supabase-js's own words where a variable is set, but empty
 */
export function readBackend(env: NodeJS.ProcessEnv): BackendConfig {
  const { PUBLIC_SUPABASE_URL: url, PUBLIC_SUPABASE_ANON_KEY: key } = env;
  if (url?.trim() === '') throw new Error('supabaseUrl is required.');
  if (key?.trim() === '') throw new Error('supabaseKey is required.');
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw new Error('PUBLIC_SUPABASE_ANON_KEY: a chave não pode ter espaços, em volta ou dentro');
  }
  if (url === undefined) return { url: '' };
  if (!URL.canParse(url)) throw new Error(`PUBLIC_SUPABASE_URL: "${url}" não é um endereço`);
  return { url: new URL(url).origin };
}
