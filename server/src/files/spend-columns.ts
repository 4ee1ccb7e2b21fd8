import { AD_NETWORK_LABELS, type AdNetwork } from '@funil/contract/ads/ad-spend';
import { EXPORT_AGAIN_REMEDY, FileRefusal } from '../csv/file-refusal.ts';
import {
  currencyInTitle,
  type FileLayout,
  findSecondColumnOfField,
  readLayout,
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

/** `Clicks (destination)`; TikTok shares all other titles with Google. */
const TIKTOK_TITLE = / \((?:destination|destino)\)$/i;

/** @throws FileRefusal with the missing column, and how to export it */
export function checkSpendColumns(network: AdNetwork, { titleRow, columns }: FileLayout): void {
  if (titleRow.cells.some((title) => TIKTOK_TITLE.test(title))) {
    throw new FileRefusal(
      'O arquivo é do TikTok Ads, e o Funil só soma o gasto da Meta e do Google: ele entraria como gasto de outra rede.',
    );
  }
  if (columns.spend === undefined) {
    const otherNetwork = network === 'meta' ? 'google' : 'meta';
    const otherLayout = readLayout(titleRow, { kind: otherNetwork, columns: null });
    const isOfOtherNetwork = otherLayout.columns.spend !== undefined;
    throw new FileRefusal(
      isOfOtherNetwork
        ? `O arquivo é de ${AD_NETWORK_LABELS[otherNetwork]}, e você disse ${AD_NETWORK_LABELS[network]}. Confira o arquivo.`
        : `Nenhuma coluna diz quanto foi gasto (“Valor usado”, na Meta, ou “Custo”, no Google). Inclua-a no relatório. ${EXPORT_AGAIN_REMEDY}`,
    );
  }
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
