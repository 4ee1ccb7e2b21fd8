/** A page on a CDN has no server that takes forms without scripts. */
export const takesForms = !import.meta.env.PUBLIC_SUPABASE_URL;
