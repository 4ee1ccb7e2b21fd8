import { AD_NETWORKS, type AdNetwork } from '../ads/ad-spend.ts';
import { mapRules, OPTIONAL_LEAD_RULES } from '../contacts/lead-rules.ts';

/** A platform's sales, another tool's sales, leads, and an ad network's spend. */
export const IMPORT_KINDS = [
  'hotmart',
  'kiwify',
  'eduzz',
  'vendas',
  'leads',
  ...AD_NETWORKS,
] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const IMPORT_KIND_LABELS: Readonly<Record<ImportKind, string>> = {
  hotmart: 'Vendas da Hotmart',
  kiwify: 'Vendas da Kiwify',
  eduzz: 'Vendas da Eduzz',
  vendas: 'Vendas de outra ferramenta',
  leads: 'Leads',
  meta: 'Gasto da Meta Ads',
  google: 'Gasto do Google Ads',
};

export const isSpendKind = (kind: string): kind is AdNetwork =>
  AD_NETWORKS.some((network) => network === kind);

/** A kind whose columns the operator chooses. */
export type MappableKind = Extract<ImportKind, 'vendas' | 'leads'>;
export const isMappableKind = (kind: ImportKind): kind is MappableKind =>
  kind === 'vendas' || kind === 'leads';

interface ImportFieldInfo {
  /** The field's name in `--colunas`. */
  readonly name: string;
  readonly label: string;
  /** The server refuses a file without this field. */
  readonly isRequired?: true;
}

const ORIGIN_FIELDS = {
  utm_source: { name: 'origem', label: 'Origem (utm_source)' },
  utm_medium: { name: 'utm_medium', label: 'Meio (utm_medium)' },
  utm_campaign: { name: 'utm_campaign', label: 'Campanha (utm_campaign)' },
  utm_content: { name: 'utm_content', label: 'Criativo (utm_content)' },
  utm_term: { name: 'utm_term', label: 'Termo (utm_term)' },
} as const;

export const IMPORT_FIELDS = {
  vendas: {
    createdAt: { name: 'data', label: 'Data', isRequired: true },
    price: { name: 'valor', label: 'Valor', isRequired: true },
    transaction: { name: 'codigo', label: 'Código da venda' },
    status: { name: 'situacao', label: 'Situação' },
    product: { name: 'produto', label: 'Produto' },
    name: { name: 'nome', label: 'Nome' },
    email: { name: 'email', label: 'E-mail' },
    phone: { name: 'telefone', label: 'Telefone' },
    net: { name: 'liquido', label: 'Valor líquido' },
    fee: { name: 'taxa', label: 'Taxa' },
    currency: { name: 'moeda', label: 'Moeda' },
    method: { name: 'pagamento', label: 'Forma de pagamento' },
    ...ORIGIN_FIELDS,
  },
  leads: {
    phone: { name: 'telefone', label: 'Telefone', isRequired: true },
    name: { name: 'nome', label: 'Nome' },
    ...mapRules(OPTIONAL_LEAD_RULES, ({ label }, name) => ({ name, label })),
    createdAt: { name: 'data', label: 'Data' },
    ...ORIGIN_FIELDS,
  },
} as const satisfies Readonly<Record<MappableKind, Readonly<Record<string, ImportFieldInfo>>>>;

type ImportField = keyof (typeof IMPORT_FIELDS)['vendas'] | keyof (typeof IMPORT_FIELDS)['leads'];

/** Returns the fields with their names and labels, the required ones first. */
export const importFieldsOf = (kind: MappableKind) =>
  Object.entries<ImportFieldInfo>(IMPORT_FIELDS[kind]) as [ImportField, ImportFieldInfo][];

/** The title of the column that was chosen for each field. Fields without a column are absent. */
export type ChosenColumns = Readonly<Partial<Record<ImportField, string>>>;

/** The name of the platform of sales that come from any other tool. */
export const OTHER_PLATFORM = 'outra';

/** The largest upload, compressed or not, and the largest decompressed file. */
export const MAX_IMPORT_UPLOAD_BYTES = 64 * 1_024 * 1_024;
export const MAX_IMPORT_FILE_BYTES = 512 * 1_024 * 1_024;
