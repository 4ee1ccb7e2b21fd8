import type { AdIdentity } from '@funil/contract/ads/ad-spend';

export const makeAd = (changes: Partial<AdIdentity> = {}): AdIdentity => ({
  network: 'meta',
  campaign_id: '1',
  campaign_name: 'Lançamento',
  set_id: '11',
  set_name: 'Público frio',
  ad_id: '111',
  ad_name: 'Vídeo 1',
  ...changes,
});
