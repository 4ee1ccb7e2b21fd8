import { MAX_UTM_LENGTH, parseUtms } from '../capture/utm.ts';
import type { AdLevel, AdMatcher, AdNetwork } from './ad-spend.ts';

/**
 * Parameters of links in ads. The network fills in the words in braces for each click. Source:
 * https://www.facebook.com/business/help/2360940870872492 and https://support.google.com/google-ads/answer/6305348
 */
export const AD_LINK_TEMPLATES: Readonly<Record<AdNetwork, string>> = {
  meta: 'utm_source=facebook&utm_campaign={{campaign.name}}|{{campaign.id}}&utm_medium={{adset.name}}|{{adset.id}}&utm_content={{ad.name}}|{{ad.id}}',
  google:
    'utm_source=google&utm_campaign={campaignid}&utm_medium={adgroupid}&utm_content={creative}',
};

export function composeAdLink(address: string, network: AdNetwork): string {
  const page = address.replace(/^(https?:\/\/[^/?#]+)$/, '$1/');
  return `${page}${page.includes('?') ? '&' : '?'}${AD_LINK_TEMPLATES[network]}`;
}

/**
 * Whether the report can join spend to the visits of a link. `joined`: spend of the link's ad, ad set or campaign is
 * stored. `template`: the network will fill in the ids at each click. `waiting`: the link has an id, but no spend of
 * this id is stored yet. `unjoined`: no spend can be joined.
 */
export interface AdLinkVerdict {
  readonly verdict: 'joined' | 'template' | 'waiting' | 'unjoined';
  /** The reason and what to do, in Portuguese. */
  readonly reason: string;
}

const AD_LEVEL_PHRASES: Readonly<Record<AdLevel, string>> = {
  ad: 'do anúncio',
  set: 'do conjunto de anúncios',
  campaign: 'da campanha',
};
/**
 * Matches a placeholder of TikTok; Kwai's look the same. Source:
 * https://ads.tiktok.com/help/article/track-offsite-web-events-with-utm-parameters
 */
const TIKTOK_TEMPLATE = /__[A-Z]+(?:_[A-Z]+)*__/;
const COPY_LINK_ADVICE = 'Copie para o anúncio o link da rede dele, que está acima.';
/** Matches Meta's or Google's placeholder of an ad's id, alone or after the last bar. */
const AD_ID_TEMPLATE = /(?:^|\|)\s*(?:\{\{ad\.id\}\}|\{creative\})\s*$/;

/** Mistakes with advice. The page reads the parameters in spite of them, but Google's and Meta's tags may not. */
const QUERY_MISTAKES: readonly (readonly [RegExp, string])[] = [
  [/\?\s*utm_/, 'Tem dois sinais de ?. Troque o segundo por &.'],
  [/&amp;/i, 'Tem &amp; no lugar de &. Troque cada um por &.'],
  [/%26utm_/i, 'Tem %26 no lugar de &. Troque cada um por &.'],
  [/(?:^|[?&;]|%26)utm_\w+%3D/i, 'Tem %3D no lugar de =. Troque cada um por =.'],
  [/(?:^|[?&;]|%26)(?!utm_)[Uu][Tt][Mm]_\w+(?:=|%3D)/, 'Os nomes utm_ vão em minúsculas.'],
];
/**
 * Matches the sign “&” as WordPress escapes it. The page cannot read the parameters after it, because the browser
 * takes the text after `#` for a place on the page.
 */
const NUMBERED_SIGN = /&(?:amp;)*#0*38;/i;
/** Matches a space, a bracket, a bar or an accent that was encoded twice. */
const TWICE_ENCODED_CHARACTER = /%25(?:20|5[BD]|7C|C3)/i;

/** Returns advice about a mistake that keeps the page from reading the parameters; undefined without a mistake. */
function findLinkMistake(text: string): string | undefined {
  const sign = NUMBERED_SIGN.exec(text);
  if (sign) return `Tem ${sign[0]} no lugar de &. Troque cada um por &.`;
  const hash = text.indexOf('#');
  if (hash >= 0 && /utm_/i.test(text.slice(hash))) {
    return 'Os parâmetros utm_ estão depois de #, e ninguém os lê ali. Ponha-os antes de #, depois de ?.';
  }
  if (/^https?:/i.test(text) && !text.includes('?')) {
    if (/%3Futm_/i.test(text)) return 'Tem %3F no lugar de ?. Troque-o por ?.';
    if (/utm_/i.test(text))
      return 'Falta o sinal de ? antes dos parâmetros. Troque o primeiro & por ?.';
  }
  return undefined;
}

/** Returns whether spend will join the visits of an ad's link, or of its query alone. */
export function judgeAdLink(link: string, matcher: AdMatcher): AdLinkVerdict {
  const text = link.trim();
  const query = text.includes('?') ? text.slice(text.indexOf('?') + 1) : text;
  const mistake = findLinkMistake(text);
  if (mistake) {
    const [, readQuery = ''] = /^[^#?]*\?([^#]*)/.exec(text) ?? [];
    const { verdict, reason } = judgeQuery(readQuery, matcher);
    return { verdict, reason: verdict === 'unjoined' ? mistake : `${mistake} ${reason}` };
  }
  if (!/utm_/i.test(query)) {
    return { verdict: 'unjoined', reason: `Não tem parâmetros utm_. ${COPY_LINK_ADVICE}` };
  }
  const judged = judgeQuery(query.split('#')[0] ?? '', matcher);
  // Parameters that contain another link are not checked, because their values may have all these signs.
  const checkedQuery = query.replace(/[^&]*(?::|%3A)(?:\/|%2F)[^&]*/gi, '');
  const unread = QUERY_MISTAKES.filter(([pattern]) => pattern.test(checkedQuery)).map(
    ([, advice]) => advice,
  );
  if (unread.length === 0) return judged;
  const reason = `${unread.join(' ')} Assim o Google e a Meta podem não ler os parâmetros; o Funil lê. ${judged.reason}`;
  return { verdict: judged.verdict, reason };
}

function judgeQuery(query: string, matcher: AdMatcher): AdLinkVerdict {
  // The report's origins have no `utm_term`, so the join does not use it here either.
  const { utm_term: _, ...utms } = parseUtms(query, 0);
  const content = utms.utm_content;
  if (AD_ID_TEMPLATE.test(content)) {
    const reason = 'A rede põe a identificação de cada anúncio: o gasto se junta a ele.';
    return { verdict: 'template', reason };
  }
  if (TIKTOK_TEMPLATE.test(query)) {
    const reason =
      'O link é do TikTok ou do Kwai, e o Funil só junta o gasto da Meta e do Google. As visitas e as vendas dele são contadas.';
    return { verdict: 'unjoined', reason };
  }
  if (/\{\{?[\w.]+\}?\}/.test(query)) {
    const reason = `Falta a identificação do anúncio em utm_content. ${COPY_LINK_ADVICE}`;
    return { verdict: 'unjoined', reason };
  }
  if ([...content].length >= MAX_UTM_LENGTH) {
    const reason = `O nome do anúncio é longo demais: depois de ${MAX_UTM_LENGTH} letras, a identificação se perde. Encurte o nome.`;
    return { verdict: 'unjoined', reason };
  }
  const match = matcher.find(utms);
  if (match) {
    const field = match.agreesIn === 'id' ? 'pela identificação' : 'pelo nome';
    const reason = `O gasto ${AD_LEVEL_PHRASES[match.level]} se junta a ele ${field}.`;
    return { verdict: 'joined', reason };
  }
  if (TWICE_ENCODED_CHARACTER.test(query)) {
    const reason =
      'Foi codificado duas vezes: tem %25 no lugar de %. Copie o link de onde ele foi feito.';
    return { verdict: 'unjoined', reason };
  }
  if (/(?:^|\|)\s*\d{6,}\s*$/.test(content)) {
    const reason = 'Tem a identificação do anúncio, e ainda não há gasto guardado dele.';
    return { verdict: 'waiting', reason };
  }
  const reason = `Nenhum anúncio, conjunto ou campanha com gasto guardado tem esses nomes, ou mais de um tem. ${COPY_LINK_ADVICE}`;
  return { verdict: 'unjoined', reason };
}
