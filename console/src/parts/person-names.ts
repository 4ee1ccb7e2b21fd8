const MISSING_NAME = 'Sem nome';

export const contactName = ({ name }: { readonly name: string | null }): string =>
  name || MISSING_NAME;

interface Buyer {
  readonly buyer_name: string | null;
  readonly buyer_email: string | null;
}

export const buyerName = ({ buyer_name, buyer_email }: Buyer): string =>
  buyer_name ?? buyer_email ?? MISSING_NAME;
