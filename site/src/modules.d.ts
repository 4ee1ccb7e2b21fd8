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

declare module 'virtual:form-error' {
  const content: Pick<
    import('@funil/content/schema/not-found').NotFoundContent['error'],
    'title' | 'formDescription' | 'retry'
  >;
  export default content;
}

declare module 'virtual:lead-props' {
  const props: {
    content: import('@funil/content/schema/lead-dialog').LeadDialogContent;
    checkout: import('@funil/contract/sales/checkout-address').PageCheckout;
    status: import('./forms/Notices.tsx').StatusTexts;
  };
  export default props;
}

declare module 'virtual:application-props' {
  /** Null if the page has no application. */
  const props: {
    content: import('@funil/content/schema/application-modal').ApplicationModalContent;
    status: import('./forms/Notices.tsx').StatusTexts;
  } | null;
  export default props;
}
