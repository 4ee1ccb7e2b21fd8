import { LOCAL_ANON_KEY } from '@funil/contract/protocol';

/** Where rows go. `url` is empty when the page's own server takes them. */
export interface Backend {
  url: string;
  anonKey: string;
}

/** Whoever keeps the page's rows, as the build was told. */
export const backend: Backend = {
  url: (import.meta.env.PUBLIC_SUPABASE_URL ?? '').replace(/\/+$/, ''),
  anonKey: import.meta.env.PUBLIC_SUPABASE_ANON_KEY ?? LOCAL_ANON_KEY,
};
