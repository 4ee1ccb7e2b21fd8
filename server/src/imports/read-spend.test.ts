import type { AdNetwork } from '@funil/contract/ads/ad-spend';
import { expect, test } from 'vitest';
import type { SpendRow } from '../ads/spend-lines.ts';
import { openImportFile } from './open-file.ts';
import { isSpendFile, readSpendRows } from './read-spend.ts';

async function read(text: string | Uint8Array, kind: AdNetwork | 'spend' = 'spend') {
  async function* source() {
    yield Buffer.from(text);
  }
  const { file } = await openImportFile(source, { kind, columns: null }, async () => null);
  if (file === null || !isSpendFile(file)) throw new Error('The file is of another kind.');
  const skipped = { totalRows: 0, withoutSpend: 0 };
  const rows: SpendRow[] = [];
  for await (const batch of readSpendRows(file, skipped)) rows.push(...batch);
  return { network: file.kind, rows, skipped };
}

/** As Ads Manager exports it in Portuguese. */
const META = `"Nome da conta","Nome da campanha","Nome do conjunto de anúncios","Nome do anúncio",Dia,"Identificação da conta","Identificação da campanha","Identificação do conjunto de anúncios","Identificação do anúncio",Impressões,Moeda,"Valor gasto (BRL)","Configuração de atribuição",Compras,"Cliques no link","CPC (custo por clique no link)",Alcance,"Início dos relatórios","Encerramento dos relatórios"
"ESCOLA","LANÇAMENTO 04/09","PI,CE,MA 2 — Cópia4","=CRIATIVO ""NOVO"" - 2",2026-10-01,103891466123901,120253670639860385,120254146010950385,120254146010960385,1627,BRL,8.97,"Clique de 7 dias, visualização de 1 dia",1,4,2.2425,522,2026-10-01,2026-10-01
"ESCOLA","LANÇAMENTO 04/09","PI,CE,MA 2 — Cópia 2","CRIATIVO",2026-10-02,103891466123901,120253670639860385,120253980052450385,120253980052440385,,BRL,12.04,,1,,2,817,2026-10-02,2026-10-02
`;

/** The first ad of Meta's exports, without its names. */
const AD = {
  ...{ network: 'meta', account: '103891466123901', day: '2026-10-01', currency: 'BRL' },
  campaign_id: '120253670639860385',
  ...{ set_id: '120254146010950385', ad_id: '120254146010960385' },
  ...{ spend_cents: 897, impressions: 1627, clicks: 4 },
};

test('reads Meta’s export in Portuguese', async () => {
  const { network, rows, skipped } = await read(META);
  expect(network).toBe('meta');
  expect(skipped).toEqual({ totalRows: 0, withoutSpend: 0 });
  expect(rows).toMatchObject([
    {
      ...AD,
      campaign_name: 'LANÇAMENTO 04/09',
      set_name: 'PI,CE,MA 2 — Cópia4',
      ad_name: '=CRIATIVO "NOVO" - 2',
    },
    { ad_name: 'CRIATIVO', spend_cents: 1204, impressions: null, clicks: null },
  ]);
});

// The names of Meta's API, which scripts and connectors such as Airbyte write as titles.
test('reads a file whose titles are the names of Meta’s API', async () => {
  const file = `date_start,date_stop,account_id,account_currency,campaign_id,campaign_name,adset_id,adset_name,ad_id,ad_name,impressions,clicks,inline_link_clicks,spend
2026-10-01,2026-10-01,103891466123901,BRL,120253670639860385,LANÇAMENTO,120254146010950385,PÚBLICO,120254146010960385,CRIATIVO,1627,9,4,8.97
`;
  const { network, rows } = await read(file);
  expect(network).toBe('meta');
  const names = { campaign_name: 'LANÇAMENTO', set_name: 'PÚBLICO', ad_name: 'CRIATIVO' };
  expect(rows).toEqual([{ ...AD, ...names }]);
  await expect(read(file.replace(',2026-10-01,1038', ',2026-10-07,1038'))).rejects.toThrow(
    'soma vários dias',
  );
});

test('reads Meta’s export in English with thousands, and leaves the total row out', async () => {
  const { rows, skipped } =
    await read(`Reporting starts,Reporting ends,Campaign name,Ad set name,Ad name,Day,Amount spent (USD),Impressions,Link clicks
2026-09-20,2026-09-21,Winter Sale,Broad 25-45,Hoodie video,2026-09-20,12.50,3400,51
2026-09-20,2026-09-21,Winter Sale,Broad 25-45,Hoodie video,2026-09-21,"1,010.00",3100,40
,,Total,,,,1022.50,6500,91
2026-09-20,2026-09-21,,,,,1022.50,6500,91
`);
  expect(rows.map(({ day, spend_cents, currency }) => [day, spend_cents, currency])).toEqual([
    ['2026-09-20', 1_250, 'USD'],
    ['2026-09-21', 101_000, 'USD'],
  ]);
  expect(rows[0]).toMatchObject({ account: null, ad_id: null, ad_name: 'Hoodie video' });
  expect(skipped.totalRows).toBe(2);
});

test('reads rows whose reporting period is one day, when no column is the day', async () => {
  const { rows } = await read(`Campaign name,Reporting starts,Reporting ends,Amount spent (BRL)
Lançamento,2026-09-20,2026-09-20,12.50
`);
  expect(rows).toMatchObject([{ day: '2026-09-20', spend_cents: 1_250, set_name: null }]);
});

/** As Google Ads downloads it for Excel. */
const GOOGLE = `Relatório de anúncios
1 de outubro de 2026 - 2 de outubro de 2026
Campanha\tID da campanha\tGrupo de anúncios\tID do grupo de anúncios\tID do anúncio\tID do cliente\tDia\tCódigo da moeda\tCusto\tImpr.\tCliques
Total: de verdade\t21\tMarca\t31\t41\t877-953-6058\t2026-10-01\tBRL\t1.234,56\t2.539.093\t289
Busca\t22\t --\t --\t --\t877-953-6058\t02/10/2026\tBRL\t7,4\t284\t33
Busca\t22\t --\t --\t --\t877-953-6058\t03/10/2026\tBRL\t --\t0\t0
Total: Conta\t --\t\t\t\t\t --\tBRL\t1.241,96\t2.539.377\t322
`;

test('reads Google’s report in UTF-16 with tabs, lines before the header and a total', async () => {
  const { network, rows, skipped } = await read(Buffer.from(`\u{feff}${GOOGLE}`, 'utf16le'));
  expect(network).toBe('google');
  expect(skipped).toEqual({ totalRows: 1, withoutSpend: 1 });
  expect(rows).toMatchObject([
    {
      account: '8779536058',
      campaign_name: 'Total: de verdade',
      set_name: 'Marca',
      ad_id: '41',
      spend_cents: 123_456,
      impressions: 2_539_093,
      clicks: 289,
    },
    { campaign_id: '22', set_id: null, ad_id: null, day: '2026-10-02', spend_cents: 740 },
  ]);
});

const table = (...lines: string[]) =>
  ['Nome da campanha;Impressões;Dia;Valor usado (BRL)', ...lines, ''].join('\n');

test('takes the decimal separator of a later number when an amount is unclear', async () => {
  const rows = async (...lines: string[]) =>
    (await read(table(...lines))).rows.map(({ spend_cents }) => spend_cents);
  expect(await rows('a;1;2026-10-01;1.234', 'a;1;2026-10-02;5,5')).toEqual([123_400, 550]);
  expect(await rows('a;1;2026-10-01;1.234', 'a;1,500;2026-10-02;5')).toEqual([123, 500]);
});

test.each(['--', '—', '–', 'R$ -', ' R$ - '])('counts no spend for the cell “%s”', async (cell) => {
  const { rows, skipped } = await read(table(`a;1;2026-10-01;${cell}`, 'a;1;2026-10-02;1,50'));
  expect(rows).toMatchObject([{ spend_cents: 150 }]);
  expect(skipped.withoutSpend).toBe(1);
});

test('reads a campaign whose name is a dash', async () => {
  const { rows } = await read(table('—;1;2026-10-01;1,50'));
  expect(rows).toMatchObject([{ campaign_name: '—', spend_cents: 150 }]);
});

test.each([
  [table('a;1;2026-10-01;US$ 1,50'), 'Linha 2: “US$ 1,50” não é em BRL'],
  [table('a;1;2026-10-01;1.234'), 'Linha 2: “1.234” pode ser mil e tantos ou um e uma fração'],
  [table('a;1;2026-10-01;1.5', 'a;1;2026-10-02;1,5'), 'Linha 3: os números têm vírgula e ponto'],
  [table('a;1;2026-10-01;-1.5'), 'Linha 2: “-1.5” não é um valor gasto.'],
  [table('a;1;2026-10-01;vinte'), 'Linha 2: “vinte” não é um valor gasto.'],
  [table('a;1;2026-10-01;999999999.99'), 'não é um gasto possível'],
  [table('a;1;2026-10-01;123456789012345.67'), 'Linha 2: “123456789012345.67” não é um gasto poss'],
  [table('a;1;2026-02-31;1'), 'Linha 2: “2026-02-31” não é um dia como 2026-03-01.'],
  [table('a;1;2026-10-01 - 2026-10-07;1'), 'Linha 2: soma vários dias'],
  [table('a;1;2026-10-01;10;50'), 'Linha 2: tem 5 células, e o cabeçalho, 4'],
  [table('a;1;2026-10-01;10', 'b;1;2026-10-01'), 'Linha 3: tem 3 células, e o cabeçalho, 4'],
  [table('\n'.repeat(3), `${'x'.repeat(1_001)};1;2026-10-01;1`), 'mais de 1000 letras'],
  ['Campaign name,Day,Amount spent (BRL)\na,03/04/2026,1\n', '“03/04/2026” não é um dia'],
  ['Nome da campanha,Valor usado (BRL)\na,1\n', 'Detalhamento → Por tempo → Dia'],
  ['Campanha,Semana,Custo,Código da moeda\na,1,1,BRL\n', 'Segmentar → Tempo → Dia'],
  [
    'Campaign name,Reporting starts,Reporting ends,Amount spent (BRL)\na,2026-09-01,2026-09-30,9\n',
    'Linha 2: soma vários dias, e o gasto precisa de uma linha por dia. No Gerenciador de Anúncios',
  ],
  ['Dia,Valor usado (BRL)\n2026-10-01,1\n', 'Falta a coluna com o nome da campanha.'],
  ['Campanha,Dia,Custo\na,2026-10-01,1\n', 'Falta a moeda do gasto: inclua a coluna “Código da'],
  ['Nome,Telefone\nAna,1\n', 'Nenhuma coluna diz quanto foi gasto'],
  // Google's managers of several accounts export the cost in their own currency, beside that of the account.
  ...['Cost (Converted currency)', 'Custo (moeda convertida)', 'Coste (moneda convertida)'].map(
    (title): [string, string] => [
      `Campaign,Day,Currency code,Converted currency code,${title}\nC,2026-10-01,USD,BRL,54.32\n`,
      'Nenhuma coluna diz quanto foi gasto',
    ],
  ),
  [
    'Campanha,Dia,Custo,Custo,Código da moeda\na,2026-10-01,1,2,BRL\n',
    'a coluna “Custo” aparece duas vezes',
  ],
  [
    'Nome da campanha,ID do anúncio,Dia,Valor usado (BRL)\na,"1,20254E+17",2026-10-01,1\n',
    'Linha 2: o Excel arredondou a identificação “1,20254E+17”. Exporte de novo',
  ],
])('refuses %j with the line and the remedy', async (text, reason) => {
  await expect(read(text)).rejects.toThrow(reason);
});

test.each([
  [['120254146010960000', '120254146010970000'], '01/10/2026', false],
  [['120254146010960000', '120254146010970385'], '01/10/2026', true],
  [['120254146010960000', '120254146010960000'], '01/10/2026', true],
  [['23843314130600200', '23843314131640200', '23843314131650200'], '2026-10-01', true],
])(
  'tells ids that Excel has rounded from those that end in zeros: %j of %s',
  async (ids, day, isRead) => {
    const titles = 'Nome da campanha,Identificação do anúncio,Dia,Valor usado (BRL)';
    const reading = read([titles, ...ids.map((id) => `C,${id},${day},1`)].join('\n'));
    if (isRead) expect((await reading).rows).toHaveLength(ids.length);
    else
      await expect(reading).rejects.toThrow('o Excel arredondou a identificação “12025414601096');
  },
);

test('refuses a file of another network than the operator named', async () => {
  await expect(read(META, 'google')).rejects.toThrow(
    'O arquivo é de Meta Ads, e você disse Google Ads.',
  );
});

test.each([
  // TikTok's titles of cost and campaign are among Google's; a report may lack “Clicks (destination)”.
  'Date,Campaign name,Ad group name,Ad name,Currency,Cost,CPC (destination),Impressions,Clicks (destination)',
  'Date,Campaign name,Ad group name,Ad name,Cost,Currency,Impressions,6-second video views,Clicks',
  'Por dia,Nome da campanha,Nome do grupo de anúncios,Custo,Moeda,Impressões,Cliques (todos)',
  'Campaign,Ad group,Ad,Date,Cost,Currency,Impressions,Clicks,Conversions,CPA',
  'Currency,Campaign,Date,Cost,Impressions,Clicks',
  'Fecha,Campaña,Coste,Moneda,Impresiones,Clics',
  'Campanha,Grupo de anúncios,Dia,Custo,Moeda,Impressões,Cliques (destino)',
  // Kwai.
  'Date,Campaign ID,Campaign Name,Ad Set Name,Cost,Currency,Impression,Click',
  'Dia,Campanha,Conjunto de anúncios,Custo (BRL),Impressões,Cliques',
  // Pinterest, X, Microsoft and Snapchat, whose spend has the name of Meta's API.
  'Date,Campaign name,Campaign ID,Currency,Spend,Impressions,Pin clicks',
  'Date,Campaign name,Campaign ID,Funding source,Currency,Spend,Impressions,Clicks',
  'Gregorian date,Account name,Campaign name,Campaign ID,Currency code,Impressions,Spend',
  'Date,Campaign Name,Campaign ID,Ad Set Name,Spend,Currency,Paid Impressions,Swipe Ups',
  // Snapchat, Reddit and Pinterest, whose spend has the name of Meta's.
  'Date,Campaign Name,Ad Squad Name,Amount Spent,Currency,Impressions',
  'Date,Campaign Name,Ad Group Name,Amount Spent (USD),Impressions,Clicks',
  'Data,Nome da campanha,Nome do grupo de anúncios,Valor gasto (BRL),Impressões',
  // Pinterest, LinkedIn and Taboola, whose spend has a name of its own.
  'Date,Campaign name,Spend in account currency,Impressions',
  'Start Date (in UTC),Campaign Name,Currency,Total Spent,Impressions',
  'Day,Campaign,Currency,Spent,Impressions',
])('refuses an export of another network: %s', async (titles) => {
  const file = `${titles}\n${titles.replace(/[^,]+/g, '2026-09-01')}\n`;
  await expect(read(file)).rejects.toThrow('O arquivo não é da Meta nem do Google');
  for (const network of ['meta', 'google'] as const) {
    await expect(read(file, network)).rejects.toThrow('O arquivo');
  }
});

test.each([
  ...['Total', 'Grand total', 'Totais', 'Subtotal', 'Total: Conta', 'Total: Campaigns'],
  ...['Resultados de 2 campanhas', 'Results from 2 campaigns', 'Results from 3 ad sets'],
  ...['Resultados de 2 conjuntos de anúncios', 'Resultados de 2 campañas'],
])('leaves out a total of one day that is named “%s”', async (name) => {
  const row = (campaign: string) => `${campaign},2026-10-01,2026-10-01,1.50\n`;
  const { rows, skipped } = await read(
    `Campaign name,Reporting starts,Reporting ends,Amount spent (BRL)\n${row('C')}${row(name)}`,
  );
  expect(rows).toMatchObject([{ campaign_name: 'C' }]);
  expect(skipped.totalRows).toBe(1);
});

test('reads a file of Google whose day is titled “Date”, as connectors write it', async () => {
  const file = 'Date,Campaign,Cost,Currency code\n2026-10-01,C,1.50,BRL\n';
  expect((await read(file)).rows).toMatchObject([{ day: '2026-10-01', spend_cents: 150 }]);
});

// As Windsor and Supermetrics join the spend of several networks.
test.each([
  ['Meta Ads', 'datasource,adset_name', 'facebook,S', 'google_ads,S'],
  ['Meta Ads', 'Plataforma,adset_name', 'instagram,S', 'TikTok Ads,S'],
  ['Google Ads', 'Channel,Ad group', 'Google Ads,S', 'Facebook Ads,S'],
])('refuses a row of another network in a file of %s', async (network, titles, own, other) => {
  const spend = network === 'Meta Ads' ? 'Amount spent' : 'Cost';
  const file = `${titles},Campaign,Day,Currency,${spend}\n${own},C,2026-10-01,BRL,1.50\n`;
  expect((await read(file)).rows).toMatchObject([{ spend_cents: 150 }]);
  await expect(read(`${file}${other},C,2026-10-01,BRL,1.50\n`)).rejects.toThrow(
    `Linha 3: é de “${other.split(',')[0]}”, e o arquivo, de ${network}. Exporte o gasto de cada rede`,
  );
});

test.each([
  [
    'meta',
    'Nombre de la campaña,Nombre del conjunto de anuncios,Nombre del anuncio,Día,Importe gastado (BRL),Impresiones,Clics en el enlace,Inicio del informe,Fin del informe\nC,S,A,2026-08-19,10.76,5233,4,2026-08-19,2026-08-19',
  ],
  [
    'meta',
    'Nome da campanha,Nome do conjunto de anúncios,Nome do anúncio,Dia,Montante gasto (BRL),Impressões,Cliques na ligação\nC,S,A,2026-08-19,"10,76",5233,4',
  ],
  [
    'google',
    'Campaña,Grupo de anuncios,Nombre del anuncio,Día,Código de moneda,Coste,Impr.,Clics\nC,S,A,2026-08-19,BRL,"10,76",5233,4',
  ],
  [
    'google',
    'Campaña,Grupo de anuncios,Nombre del anuncio,Día,Código de moneda,Costo,Impr.,Clics\nC,S,A,2026-08-19,BRL,10.76,5233,4',
  ],
])('reads the export of %s in another language', async (network, file) => {
  const names = { campaign_name: 'C', set_name: 'S', ad_name: 'A' };
  expect(await read(file)).toMatchObject({
    network,
    rows: [{ ...names, day: '2026-08-19', spend_cents: 1_076, impressions: 5_233, clicks: 4 }],
  });
});

const IDS = {
  ...{ account: '8', campaign_id: '1', campaign_name: 'C', set_id: '2', set_name: 'S', ad_id: '3' },
  ...{ day: '2026-10-01', currency: 'MXN', spend_cents: 1_050 },
};

test.each([
  [
    'meta',
    'Identificador de la cuenta,Identificador de la campaña,Nombre de la campaña,Identificador del conjunto de anuncios,Nombre del conjunto de anuncios,Identificador del anuncio,Fecha,Divisa,Importe gastado',
  ],
  [
    'meta',
    'ID de la cuenta,ID de la campaña,Campaña,ID del conjunto de anuncios,Conjunto de anuncios,ID del anuncio,Día,Moneda,Importe gastado',
  ],
  [
    'google',
    'ID de cliente,ID de campaña,Campaña,ID del grupo de anuncios,Grupo de anuncios,ID de anuncio,Día,Código de moneda,Costo',
  ],
])('reads the ids in the Spanish export of %s: %s', async (network, titles) => {
  const file = `${titles}\n8,1,C,2,S,3,2026-10-01,MXN,10.50\n`;
  expect(await read(file)).toMatchObject({ network, rows: [IDS] });
});

// As public readers of Ads Manager's reports by group find them: the campaign is named once.
test('reads the days of a grouped report, and leaves the rows of all days out', async () => {
  const { rows, skipped } =
    await read(`"Nombre de la campaña","Nombre del conjunto de anuncios",Día,"Importe gastado (USD)",Impresiones
All,All,All,45.50,900
"CBO - X",All,All,30.50,600
,Frío,All,30.50,600
,,2026-10-01,10.25,200
,,2026-10-02,20.25,400
"CBO - Y",All,All,15.00,300
"CBO - Y",Frío,2026-10-01,15.00,300
`);
  expect(rows.map((row) => [row.campaign_name, row.set_name, row.day, row.spend_cents])).toEqual([
    ['CBO - X', 'Frío', '2026-10-01', 1_025],
    ['CBO - X', 'Frío', '2026-10-02', 2_025],
    ['CBO - Y', 'Frío', '2026-10-01', 1_500],
  ]);
  expect(skipped.totalRows).toBe(4);
});

test('leaves the total of a day out of a report that is grouped by day', async () => {
  const { rows, skipped } =
    await read(`Dia,Nome da campanha,Identificação da campanha,Valor usado (BRL)
Tudo,Tudo,Tudo,30.50
2026-10-01,Tudo,Tudo,30.50
2026-10-01,C,12,30.50
`);
  expect(rows).toMatchObject([{ campaign_id: '12' }]);
  expect(skipped.totalRows).toBe(2);
});

test('reads an ad set whose name is the word of a total', async () => {
  const file = 'Campaign name,Ad set name,Day,Amount spent (BRL)\nC,All,2026-10-01,1.50\n';
  expect((await read(file)).rows).toMatchObject([{ set_name: 'All', spend_cents: 150 }]);
});

test.each([`'120253670639860385`, `"=""120253670639860385"""`])(
  'reads an id that a tool has marked as text for Excel: %s',
  async (id) => {
    const titles = 'Nome da campanha,Identificação do anúncio,Dia,Valor usado (BRL)';
    const { rows } = await read(`${titles}\nC,${id},2026-10-01,1\n`);
    expect(rows).toMatchObject([{ ad_id: '120253670639860385' }]);
  },
);

test.each([
  ['R$', 'BRL'],
  ['US$', 'USD'],
  ['eur', 'EUR'],
])('reads %s in the column of currencies as %s', async (sign, currency) => {
  const { rows } = await read(
    `Day,Campaign name,Campaign ID,Currency,Amount spent\n2026-09-20,Sale,12,${sign},1.50\n`,
  );
  expect(rows).toMatchObject([{ currency, spend_cents: 150 }]);
});
