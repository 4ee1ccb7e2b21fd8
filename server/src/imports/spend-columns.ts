import { AD_NETWORK_LABELS, type AdNetwork } from '@funil/contract/ads/ad-spend';
import { EXPORT_AGAIN_REMEDY, FileRefusal } from '../csv/file-refusal.ts';
import { type CsvRow, normalizeTitle, shortenCell } from '../csv/read-csv.ts';
import { splitAtCommas } from './column-titles.ts';
import {
  currencyInTitle,
  type FileLayout,
  findSecondColumnOfField,
  readLayout,
  withoutCurrency,
} from './file-layout.ts';

const HOW_TO_SPLIT_BY_DAY: Readonly<Record<AdNetwork, string>> = {
  meta: 'No Gerenciador de Anúncios, escolha Detalhamento → Por tempo → Dia, e exporte de novo.',
  google: 'No Google Ads, inclua a coluna Dia (Segmentar → Tempo → Dia), e exporte de novo.',
};

export const severalDaysRefusal = (network: AdNetwork, line: number | null) =>
  new FileRefusal(
    `${line === null ? 'As linhas somam' : 'soma'} vários dias, e o gasto precisa de uma linha por dia. ${HOW_TO_SPLIT_BY_DAY[network]}`,
    line,
  );

/** Other networks call cost and campaign the same. Most of their exports have none of these titles. */
const TITLES_OF_NETWORK: Readonly<Record<AdNetwork, readonly string[]>> = {
  meta: splitAtCommas(`
    amount spent, valor usado, valor gasto, importe gastado, montante gasto, date_start, adset_id, adset_name,
    inline_link_clicks
  `),
  google: splitAtCommas(`
    campaign, campanha, campana, ad group, grupo de anuncios, impr., currency code, codigo da moeda, codigo de moeda,
    codigo de moneda, customer id, id do cliente, id de cliente
  `),
};

/**
 * Titles that the network's own export never has: Meta has no ad groups, Google neither ad sets nor both a “Date” and
 * a “Currency”. The others are TikTok's, Snapchat's and Pinterest's.
 */
const TITLES_OF_OTHERS: Readonly<Record<AdNetwork, RegExp>> = {
  meta: /\b(?:ad ?group|grupo de anuncios|ad squad|swipe|pin)\b|\((?:destination|destino)\)$/m,
  google:
    /\b(?:ad ?set|conjunto de anuncios|ad squad|pin)\b|\((?:destination|destino)\)$|^(?:by day|por dia)$|^(?:date|data|fecha)$[\s\S]*^(?:currency|moeda|moneda)$|^(?:currency|moeda|moneda)$[\s\S]*^(?:date|data|fecha)$/m,
};

/** Titles of the spend in files of Pinterest, LinkedIn, Taboola and others. */
const SPEND_OF_OTHERS =
  /^(?:spend in account currency|gasto na moeda da conta|total spent|total gasto|spent|investimento)$/;

const listTitles = ({ titleRow }: FileLayout): string[] =>
  titleRow.cells.map((title) => withoutCurrency(normalizeTitle(title)));

function isOfNetwork(network: AdNetwork, layout: FileLayout): boolean {
  const titles = listTitles(layout);
  return (
    titles.some((title) => TITLES_OF_NETWORK[network].includes(title)) &&
    !TITLES_OF_OTHERS[network].test(titles.join('\n'))
  );
}

const otherNetworkRefusal = () =>
  new FileRefusal(
    'O arquivo não é da Meta nem do Google. O Funil só soma o gasto delas: o de outra rede, como TikTok, Kwai ou Pinterest, entraria como se fosse delas.',
  );

/** Titles under which connectors such as Windsor name each row's network, and Meta its own apps. */
const NETWORK_TITLE =
  /^(?:(?:data|traffic) ?source|source|fonte(?: de dados)?|platform|plataforma|channel|canal|(?:ad )?network|rede)$/;
const FURTHER_NETWORKS =
  'tiktok|kwai|pinterest|linkedin|bing|microsoft|taboola|outbrain|snap|twitter';
const OTHER_NETWORK: Readonly<Record<AdNetwork, RegExp>> = {
  meta: RegExp(`google|adwords|${FURTHER_NETWORKS}`, 'i'),
  google: RegExp(`facebook|instagram|\\bmeta|${FURTHER_NETWORKS}`, 'i'),
};

export function createRowChecker(network: AdNetwork, { titleRow }: FileLayout) {
  const indexes = titleRow.cells.flatMap((title, index) =>
    NETWORK_TITLE.test(normalizeTitle(title)) ? [index] : [],
  );
  return ({ line, cells }: CsvRow): void => {
    const name = indexes
      .map((index) => cells[index] ?? '')
      .find((cell) => OTHER_NETWORK[network].test(cell));
    if (name === undefined) return;
    throw new FileRefusal(
      `é de “${shortenCell(name)}”, e o arquivo, de ${AD_NETWORK_LABELS[network]}. Exporte o gasto de cada rede em um arquivo.`,
      line,
    );
  };
}

/** @throws FileRefusal with the missing column, and how to export it */
export function checkSpendColumns(network: AdNetwork, layout: FileLayout): void {
  const { titleRow, columns } = layout;
  if (columns.spend === undefined) {
    const otherNetwork = network === 'meta' ? 'google' : 'meta';
    const otherLayout = readLayout(titleRow, { kind: otherNetwork, columns: null });
    const hasOtherSpend = otherLayout.columns.spend !== undefined;
    const isOfAnother = hasOtherSpend
      ? !isOfNetwork(otherNetwork, layout)
      : listTitles(layout).some((title) => SPEND_OF_OTHERS.test(title));
    if (isOfAnother) throw otherNetworkRefusal();
    throw new FileRefusal(
      hasOtherSpend
        ? `O arquivo é de ${AD_NETWORK_LABELS[otherNetwork]}, e você disse ${AD_NETWORK_LABELS[network]}. Confira o arquivo.`
        : `Nenhuma coluna diz quanto foi gasto (“Valor usado”, na Meta, ou “Custo”, no Google). Inclua-a no relatório. ${EXPORT_AGAIN_REMEDY}`,
    );
  }
  if (!isOfNetwork(network, layout)) throw otherNetworkRefusal();
  const secondTitle = findSecondColumnOfField(titleRow, network);
  if (secondTitle !== null) {
    const reason = `a coluna “${secondTitle}” aparece duas vezes. ${EXPORT_AGAIN_REMEDY}`;
    throw new FileRefusal(reason, titleRow.line);
  }
  const hasPeriod = columns.starts !== undefined && columns.ends !== undefined;
  if (columns.day === undefined && !hasPeriod) throw severalDaysRefusal(network, null);
  if ((columns.campaignId ?? columns.campaignName) === undefined) {
    throw new FileRefusal(
      `Falta a coluna com o nome da campanha. Inclua campanha, conjunto e anúncio, com as identificações. ${EXPORT_AGAIN_REMEDY}`,
    );
  }
  if (
    columns.currency === undefined &&
    currencyInTitle(titleRow.cells[columns.spend] ?? '') === null
  ) {
    const title = network === 'meta' ? 'Moeda' : 'Código da moeda';
    throw new FileRefusal(
      `Falta a moeda do gasto: inclua a coluna “${title}”. ${EXPORT_AGAIN_REMEDY}`,
    );
  }
}
