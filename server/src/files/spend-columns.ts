import { AD_NETWORK_LABELS, type AdNetwork } from '@funil/contract/ad-spend';
import { type CsvHead, listTitleRows, normalizeTitle } from '../csv/csv-file.ts';
import { EXPORT_AGAIN, FileRefusal } from '../csv/read-csv.ts';

/**
 * The columns that are read, by their titles in the exports of Meta's Ads Manager and of Google Ads, in lower case without
 * accents. Meta writes the currency in brackets behind the spend.
 */
const TITLES = {
  day: ['dia', 'day', 'data', 'date'],
  starts: ['inicio dos relatorios', 'reporting starts'],
  ends: ['encerramento dos relatorios', 'termino dos relatorios', 'reporting ends'],
  metaSpend: ['valor usado', 'valor gasto', 'amount spent'],
  googleSpend: ['custo', 'cost'],
  currency: ['moeda', 'codigo da moeda', 'currency', 'currency code'],
  account: [
    ...['identificacao da conta', 'id da conta', 'account id'],
    ...['id do cliente', 'id de cliente', 'customer id'],
  ],
  campaignId: ['identificacao da campanha', 'id da campanha', 'campaign id'],
  campaignName: ['nome da campanha', 'campanha', 'campaign name', 'campaign'],
  setId: [
    ...['identificacao do conjunto de anuncios', 'id do conjunto de anuncios', 'ad set id'],
    ...['id do grupo de anuncios', 'ad group id'],
  ],
  setName: [
    ...['nome do conjunto de anuncios', 'ad set name'],
    ...['grupo de anuncios', 'nome do grupo de anuncios', 'ad group', 'ad group name'],
  ],
  adId: ['identificacao do anuncio', 'id do anuncio', 'ad id'],
  adName: ['nome do anuncio', 'ad name'],
  impressions: ['impressoes', 'impressions', 'impr.'],
  metaClicks: ['cliques no link', 'link clicks'],
  googleClicks: ['cliques', 'clicks'],
} as const;
type Column = keyof typeof TITLES;

const COLUMN_BY_TITLE = new Map<string, Column>(
  Object.entries(TITLES).flatMap(([column, titles]) =>
    titles.map((title) => [title, column as Column] as const),
  ),
);

/** The header of a file: the index of each column, and the format of the values. */
export interface ReportHeader {
  readonly network: AdNetwork;
  readonly separator: string;
  /** The header's line, counted from 1. */
  readonly line: number;
  readonly titles: readonly string[];
  readonly isPortuguese: boolean;
  /** Currency of all rows; null if a column contains it. */
  readonly currency: string | null;
  readonly columns: Readonly<Partial<Record<FileColumn, number>>>;
}

type FileColumn =
  | Exclude<Column, 'metaSpend' | 'googleSpend' | 'metaClicks' | 'googleClicks'>
  | 'spend'
  | 'clicks';

/**
 * Returns the header of a file.
 * @param wanted the network that the operator chose; null: detect it from the columns
 * @throws FileRefusal that says which columns are missing
 */
export function findHeader(head: Pick<CsvHead, 'text'>, wanted: AdNetwork | null): ReportHeader {
  const headers = listTitleRows(head).map(({ line, cells, separator }) =>
    readTitles(cells, { line, separator }),
  );
  const [header] = headers.toSorted((a, b) => b.places.size - a.places.size);
  if (!header || !hasSpend(header)) {
    throw new FileRefusal(
      `Nenhuma coluna diz quanto foi gasto (“Valor usado”, na Meta, ou “Custo”, no Google). Inclua-a no relatório. ${EXPORT_AGAIN}`,
    );
  }
  return checkHeader(header, wanted);
}

interface Titles {
  readonly line: number;
  readonly titles: readonly string[];
  readonly separator: string;
  readonly places: ReadonlyMap<Column, number>;
  /** The currency in the title of the spend column; null if it has none. */
  readonly currency: string | null;
  /** The title of a column that appears twice; null if none does. */
  readonly repeated: string | null;
  readonly isPortuguese: boolean;
}

function readTitles(cells: readonly string[], where: { line: number; separator: string }): Titles {
  const places = new Map<Column, number>();
  let currency: string | null = null;
  let repeated: string | null = null;
  for (const [index, cell] of cells.entries()) {
    const [, title = '', code] = /^(.*?)(?: \(([a-z]{3})\))?$/.exec(normalizeTitle(cell)) ?? [];
    const column = COLUMN_BY_TITLE.get(title);
    if (column === undefined) continue;
    if (places.has(column)) repeated = cell;
    places.set(column, index);
    if (column === 'metaSpend' || column === 'googleSpend') currency = code?.toUpperCase() ?? null;
  }
  const isPortuguese = cells.some((cell) =>
    /^(?:valor|custo|dia|inicio)\b/.test(normalizeTitle(cell)),
  );
  return { ...where, titles: cells, places, currency, repeated, isPortuguese };
}

const hasSpend = ({ places }: Titles) => places.has('metaSpend') || places.has('googleSpend');

const HOW_TO_SPLIT_BY_DAY: Readonly<Record<AdNetwork, string>> = {
  meta: 'No Gerenciador de Anúncios, escolha Detalhamento → Por tempo → Dia, e exporte de novo.',
  google: 'No Google Ads, inclua a coluna Dia (Segmentar → Tempo → Dia), e exporte de novo.',
};

export const severalDays = (network: AdNetwork, line: number | null) =>
  new FileRefusal(
    `${line === null ? 'As linhas somam' : 'soma'} vários dias, e o gasto precisa de uma linha por dia. ${HOW_TO_SPLIT_BY_DAY[network]}`,
    line,
  );

function checkHeader(titles: Titles, wanted: AdNetwork | null): ReportHeader {
  const { places, line, separator, repeated, isPortuguese } = titles;
  if (repeated !== null) {
    throw new FileRefusal(`a coluna “${repeated}” aparece duas vezes. ${EXPORT_AGAIN}`, line);
  }
  const network = places.has('metaSpend') ? 'meta' : 'google';
  if (wanted !== null && wanted !== network) {
    const [found, named] = [AD_NETWORK_LABELS[network], AD_NETWORK_LABELS[wanted]];
    throw new FileRefusal(`O arquivo é de ${found}, e você disse ${named}. Confira o arquivo.`);
  }
  const { metaSpend, googleSpend, metaClicks, googleClicks, ...columns } =
    Object.fromEntries(places);
  const hasDay = places.has('day') || (places.has('starts') && places.has('ends'));
  if (!hasDay) throw severalDays(network, null);
  if (!places.has('campaignId') && !places.has('campaignName')) {
    throw new FileRefusal(
      `Falta a coluna com o nome da campanha. Inclua campanha, conjunto e anúncio, com as identificações. ${EXPORT_AGAIN}`,
    );
  }
  if (titles.currency === null && !places.has('currency')) {
    const title = network === 'meta' ? 'Moeda' : 'Código da moeda';
    throw new FileRefusal(`Falta a moeda do gasto: inclua a coluna “${title}”. ${EXPORT_AGAIN}`);
  }
  return {
    network,
    separator,
    line,
    titles: titles.titles,
    isPortuguese,
    currency: titles.currency,
    columns: {
      ...columns,
      spend: network === 'meta' ? metaSpend : googleSpend,
      clicks: network === 'meta' ? metaClicks : googleClicks,
    } as ReportHeader['columns'],
  };
}
