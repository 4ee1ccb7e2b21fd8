/** True if the page's server accepts a form that a browser without scripts posts; a CDN accepts none. */
export const acceptsFormPosts = !import.meta.env.PUBLIC_SUPABASE_URL;
