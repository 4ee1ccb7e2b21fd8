import type { ClickId } from '@funil/contract/tracked-events';

/** A creative (`utm_content`) and its share of its source's visits. */
export interface Creative {
  readonly content: string;
  readonly share: number;
  /** How likely its visitors are to read on and to open a form; 1 is the mean. */
  readonly keenness: number;
  readonly term?: string;
}

export interface Source {
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
  readonly share: number;
  readonly creatives: readonly Creative[];
  readonly referrer?: string;
  readonly clickId?: ClickId;
}

const instagram = { referrer: 'l.instagram.com', clickId: 'fbclid' } as const;
const google = { referrer: 'www.google.com', clickId: 'gclid' } as const;

/** Paid and unpaid sources; some ads bring many visits and few leads. */
export const SOURCES: readonly Source[] = [
  {
    source: 'instagram',
    medium: 'paid_social',
    campaign: 'lancamento',
    share: 27,
    ...instagram,
    creatives: [
      { content: 'video-depoimento', share: 36, keenness: 1.5 },
      { content: 'reels-antes-e-depois', share: 38, keenness: 0.55 },
      { content: 'carrossel-tres-erros', share: 16, keenness: 1.1 },
      { content: 'imagem-oferta', share: 10, keenness: 0.8 },
    ],
  },
  {
    source: 'meta',
    medium: 'paid_social',
    campaign: 'remarketing',
    share: 11,
    ...instagram,
    creatives: [
      { content: 'video-mentor', share: 55, keenness: 1.7 },
      { content: 'carrossel-provas', share: 45, keenness: 1.2 },
    ],
  },
  {
    source: 'google',
    medium: 'cpc',
    campaign: 'marca',
    share: 7,
    ...google,
    creatives: [{ content: 'anuncio-marca', share: 1, keenness: 1.9, term: 'engrena ia' }],
  },
  {
    source: 'google',
    medium: 'cpc',
    campaign: 'automacao-com-ia',
    share: 12,
    ...google,
    creatives: [
      { content: 'anuncio-curso', share: 60, keenness: 0.9, term: 'curso de automação' },
      { content: 'anuncio-renda', share: 40, keenness: 0.4, term: 'ganhar dinheiro com ia' },
    ],
  },
  {
    source: 'stories',
    medium: 'social',
    campaign: 'bastidores',
    share: 13,
    referrer: 'l.instagram.com',
    creatives: [
      { content: 'caixinha', share: 50, keenness: 1.3 },
      { content: 'enquete', share: 50, keenness: 0.9 },
    ],
  },
  {
    source: 'bio',
    medium: 'organico',
    campaign: '',
    share: 9,
    referrer: 'l.instagram.com',
    creatives: [{ content: '', share: 1, keenness: 1.1 }],
  },
  {
    source: 'youtube',
    medium: 'video',
    campaign: 'canal',
    share: 6,
    referrer: 'www.youtube.com',
    creatives: [
      { content: 'descricao', share: 70, keenness: 1.2 },
      { content: 'cartao-final', share: 30, keenness: 0.9 },
    ],
  },
  {
    source: 'newsletter',
    medium: 'email',
    campaign: 'semanal',
    share: 4,
    creatives: [
      { content: 'botao', share: 65, keenness: 1.6 },
      { content: 'ps', share: 35, keenness: 1.3 },
    ],
  },
  {
    source: 'parceiro',
    medium: 'referral',
    campaign: 'indicacao',
    share: 3,
    referrer: 'agencia.example',
    creatives: [{ content: 'artigo', share: 1, keenness: 1.4 }],
  },
  {
    source: 'direto',
    medium: 'organico',
    campaign: '',
    share: 8,
    creatives: [{ content: '', share: 1, keenness: 0.9 }],
  },
];
