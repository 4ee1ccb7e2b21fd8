/** True if a server takes forms without scripts; a page on a CDN has no such server. */
export const hasFormServer = !import.meta.env.PUBLIC_SUPABASE_URL;
