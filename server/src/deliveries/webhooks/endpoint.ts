/** What an endpoint's deliveries are signed by. */
export interface Secrets {
  /** `whsec_<base64>` */
  readonly secret: string;
  /** The one before, valid beside it until a moment. */
  readonly previous: { readonly secret: string; readonly until: string } | null;
}

/** The name of an endpoint's lane. */
export const destinationOf = (id: string): string => `webhook:${id}`;
