import type { Utms } from '@funil/contract/capture/utm';
import type { ClickIdName } from '@funil/contract/visits/tracked-events';

export interface Link {
  readonly utms: Utms;
  /** The link's share of all visits, in percent. */
  readonly share: number;
  /** Multiplies the probability that a visitor reads on or opens a form; 1 changes nothing. */
  readonly interest: number;
  readonly referrer?: string;
  readonly clickIdName?: ClickIdName;
}

const INSTAGRAM_REFERRER = { referrer: 'l.instagram.com', clickIdName: 'fbclid' } as const;
/** The referrers of sources; visitors of other sources have no referrer. */
const REFERRERS: Readonly<Record<string, Pick<Link, 'referrer' | 'clickIdName'>>> = {
  instagram: INSTAGRAM_REFERRER,
  meta: INSTAGRAM_REFERRER,
  google: { referrer: 'www.google.com', clickIdName: 'gclid' },
  stories: { referrer: 'l.instagram.com' },
  bio: { referrer: 'l.instagram.com' },
  youtube: { referrer: 'www.youtube.com' },
  parceiro: { referrer: 'agencia.example' },
};

type LinkRow = readonly [
  ...[source: string, medium: string, campaign: string, content: string],
  ...[share: number, interest: number, term?: string],
];
const LINK_ROWS: readonly LinkRow[] = [
  ['instagram', 'paid_social', 'lancamento', 'video-depoimento', 9.7, 1.5],
  ['instagram', 'paid_social', 'lancamento', 'reels-antes-e-depois', 10.3, 0.55],
  ['instagram', 'paid_social', 'lancamento', 'carrossel-tres-erros', 4.3, 1.1],
  ['instagram', 'paid_social', 'lancamento', 'imagem-oferta', 2.7, 0.8],
  ['meta', 'paid_social', 'remarketing', 'video-mentor', 6, 1.7],
  ['meta', 'paid_social', 'remarketing', 'carrossel-provas', 5, 1.2],
  ['google', 'cpc', 'marca', 'anuncio-marca', 7, 1.9, 'engrena ia'],
  ['google', 'cpc', 'automacao-com-ia', 'anuncio-curso', 7.2, 0.9, 'curso de automação'],
  ['google', 'cpc', 'automacao-com-ia', 'anuncio-renda', 4.8, 0.4, 'ganhar dinheiro com ia'],
  ['stories', 'social', 'bastidores', 'caixinha', 6.5, 1.3],
  ['stories', 'social', 'bastidores', 'enquete', 6.5, 0.9],
  ['bio', 'organico', '', '', 9, 1.1],
  ['youtube', 'video', 'canal', 'descricao', 4.2, 1.2],
  ['youtube', 'video', 'canal', 'cartao-final', 1.8, 0.9],
  ['newsletter', 'email', 'semanal', 'botao', 2.6, 1.6],
  ['newsletter', 'email', 'semanal', 'ps', 1.4, 1.3],
  ['parceiro', 'referral', 'indicacao', 'artigo', 3, 1.4],
  ['direto', 'organico', '', '', 8, 0.9],
];

/** Paid and unpaid links; some ads bring many visits and few leads. */
export const LINKS: readonly Link[] = LINK_ROWS.map(
  ([utm_source, utm_medium, utm_campaign, utm_content, share, interest, utm_term = '']) => ({
    utms: { utm_source, utm_medium, utm_campaign, utm_content, utm_term },
    share,
    interest,
    ...REFERRERS[utm_source],
  }),
);
