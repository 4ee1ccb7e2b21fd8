// Owners may store these settings in the console; an environment variable of the same name wins.
import {
  PLATFORM_NAMES,
  PLATFORMS,
  type PlatformAccountRole,
  type PlatformName,
} from '../sales/platforms.ts';
import {
  type Credential,
  RECONCILE_PLATFORMS,
  type ReconcilePlatform,
  SALES_APIS,
} from '../sales/sales-apis.ts';

export interface StoredSetting {
  /** The environment variable. */
  readonly name: string;
  readonly label: string;
  /** How the value must look, in Portuguese: the field's hint, and the message about a refused value. */
  readonly format: string;
  /** True if the console never shows the value. */
  readonly isSecret: boolean;
  /** True if the value is a list of events, for which the form has check boxes. */
  readonly isEventList?: true;
  /** True if the value is an address with user and password, for which the form has separate fields. */
  readonly isMailServer?: true;
  readonly choices?: readonly (readonly [value: string, label: string])[];
}

/** Settings that one form saves together. */
export interface ConnectionSettings {
  readonly id: string;
  readonly label: string;
  /** The platform whose panel shows these settings; null if the settings have their own panel. */
  readonly platform: PlatformName | null;
  readonly settings: readonly StoredSetting[];
}

const secretSetting = (name: string, label: string, format: string): StoredSetting => ({
  name,
  label,
  format,
  isSecret: true,
});
const plainSetting = (name: string, label: string, format: string): StoredSetting => ({
  name,
  label,
  format,
  isSecret: false,
});

const SECRETS_FORMAT =
  'Cole como a plataforma mostra. De duas contas ou webhooks, os dois, separados por vírgula.';

const INVENTED_SECRET_FORMAT =
  'Longa, só de letras e números. De duas contas, separadas por vírgula.';

const ACCOUNT_LABELS: Readonly<Record<PlatformAccountRole, string>> = {
  producer: 'Produtora',
  coproducer: 'Coprodutora',
};

const accountSetting = (name: string): StoredSetting => ({
  ...plainSetting(
    name,
    'Nas vendas com coprodução, esta conta é',
    'Decide qual parte é o seu líquido. Sem resposta, o líquido dessas vendas fica como não informado.',
  ),
  choices: Object.entries(ACCOUNT_LABELS),
});

const noticeConnection = (platform: PlatformName): ConnectionSettings => {
  const { secretVariable, secretLabel, ...platformInfo } = PLATFORMS[platform];
  const format = 'isSecretInvented' in platformInfo ? INVENTED_SECRET_FORMAT : SECRETS_FORMAT;
  return {
    id: platform,
    label: 'Avisos de venda',
    platform,
    settings: [
      secretSetting(secretVariable, secretLabel, format),
      ...('accountVariable' in platformInfo ? [accountSetting(platformInfo.accountVariable)] : []),
    ],
  };
};

const TOKEN_FORMAT = 'Só letras, números e sinais, sem espaços.';

const apiConnection = (platform: ReconcilePlatform): ConnectionSettings => ({
  id: `${platform}-api`,
  label: 'Conferência pela API',
  platform,
  settings: Object.values<Credential>(SALES_APIS[platform].credentials).map(
    ({ variable, label, isSecret }) => ({
      ...plainSetting(variable, label, TOKEN_FORMAT),
      isSecret,
    }),
  ),
});

export const CONNECTIONS: readonly ConnectionSettings[] = [
  ...PLATFORM_NAMES.map(noticeConnection),
  ...RECONCILE_PLATFORMS.map(apiConnection),
  {
    id: 'mail',
    label: 'E-mail',
    platform: null,
    settings: [
      {
        ...secretSetting(
          'SMTP_URL',
          'Servidor de envio',
          'Como smtp.gmail.com; outra porta que 465 vem depois, como em mail.escola.com.br:587.',
        ),
        isMailServer: true,
      },
      plainSetting('NOTIFY_FROM', 'Remetente', 'Um endereço, como Avisos <avisos@escola.com.br>.'),
      plainSetting(
        'NOTIFY_TO',
        'Quem recebe',
        'Endereços separados por vírgula, sem acento antes do @.',
      ),
      {
        ...plainSetting('NOTIFY_ON', 'O que avisar', 'Sem nenhum, aplicações e vendas pagas.'),
        isEventList: true,
      },
    ],
  },
  {
    id: 'meta',
    label: 'API de Conversões da Meta',
    platform: null,
    settings: [
      secretSetting('META_CAPI_TOKEN', 'Token de acesso', TOKEN_FORMAT),
      plainSetting(
        'META_TEST_EVENT_CODE',
        'Código de teste',
        'Só para testar: com ele nada conta.',
      ),
    ],
  },
  {
    id: 'ga4',
    label: 'Google Analytics 4',
    platform: null,
    settings: [secretSetting('GA4_API_SECRET', 'Segredo do Measurement Protocol', TOKEN_FORMAT)],
  },
  {
    id: 'copies',
    label: 'Cópias de segurança',
    platform: null,
    settings: [
      plainSetting(
        'BACKUP_DIR',
        'Pasta do servidor',
        'O caminho inteiro, como /srv/funil/backup; de preferência em outro disco. Quem cuida do servidor sabe qual.',
      ),
    ],
  },
  {
    id: 'meta-ads',
    label: 'Gasto com anúncios da Meta',
    platform: null,
    settings: [
      secretSetting('META_ADS_TOKEN', 'Token de acesso', TOKEN_FORMAT),
      plainSetting('META_ADS_ACCOUNT', 'Conta de anúncios', 'Como act_1234567890.'),
    ],
  },
];

export const STORED_SETTINGS: ReadonlyMap<string, StoredSetting> = new Map(
  CONNECTIONS.flatMap(({ settings }) => settings).map((setting) => [setting.name, setting]),
);

/** Returns the variable's name if owners cannot store the setting. */
export const settingLabel = (name: string): string => STORED_SETTINGS.get(name)?.label ?? name;
