declare module '*?inline-script' {
  const code: string;
  export default code;
}

interface ImportMetaEnv {
  readonly PUBLIC_SUPABASE_URL?: string;
  readonly PUBLIC_SUPABASE_ANON_KEY?: string;
}

declare module 'virtual:content-pictures' {
  const pictures: Record<
    string,
    { original: import('astro').ImageMetadata; width: number; height: number } | undefined
  >;
  export default pictures;
}

declare module 'virtual:application-texts' {
  /** Null where the page has no application. */
  const content: import('@funil/content/schema/application-modal').ApplicationModalContent | null;
  export default content;
}
