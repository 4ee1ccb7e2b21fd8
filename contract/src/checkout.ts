/** Whose checkout a page may send its visitors to; `other`: any that no notices are read of. */
export const CHECKOUT_PLATFORMS = [
  'hotmart',
  'kiwify',
  'eduzz',
  'hubla',
  'ticto',
  'tmb',
  'other',
] as const;
export type CheckoutPlatform = (typeof CHECKOUT_PLATFORMS)[number];
