import type { PlatformName } from './platforms.ts';

export interface Credential {
  readonly variable: string;
  readonly label: string;
  readonly isSecret: boolean;
}

export interface SalesApiInfo {
  /** The base address, and the environment variable that replaces it. */
  readonly url: string;
  readonly urlVariable: string;
  /** Credentials by the API client's names: environment variable and the platform's own name. */
  readonly credentials: Readonly<Record<string, Credential>>;
  /** Steps that create the credentials, in Portuguese, as `PlatformInfo.steps`. */
  readonly steps: readonly string[];
}

/** APIs with which sales are compared; the server's folder of the platform has the client. */
export const SALES_APIS = {
  hotmart: {
    url: 'https://developers.hotmart.com',
    urlVariable: 'HOTMART_API_URL',
    credentials: {
      clientId: { variable: 'HOTMART_CLIENT_ID', label: 'Client ID', isSecret: false },
      clientSecret: { variable: 'HOTMART_CLIENT_SECRET', label: 'Client Secret', isSecret: true },
    },
    steps: [
      'Na Hotmart: Ferramentas → Credenciais Developers → Criar credencial, com “Sandbox” desmarcada.',
      'Copie o Client ID e o Client Secret e cole-os aqui.',
    ],
  },
  kiwify: {
    url: 'https://public-api.kiwify.com',
    urlVariable: 'KIWIFY_API_URL',
    credentials: {
      clientId: { variable: 'KIWIFY_CLIENT_ID', label: 'client_id', isSecret: false },
      clientSecret: { variable: 'KIWIFY_CLIENT_SECRET', label: 'client_secret', isSecret: true },
      accountId: { variable: 'KIWIFY_ACCOUNT_ID', label: 'account_id', isSecret: false },
    },
    steps: [
      'Na Kiwify: Apps → API → Criar API Key, com permissão de ler vendas.',
      'Copie client_id, client_secret e account_id, que estão na mesma tela, e cole-os aqui.',
    ],
  },
  eduzz: {
    url: 'https://api.eduzz.com',
    urlVariable: 'EDUZZ_API_URL',
    credentials: { token: { variable: 'EDUZZ_API_TOKEN', label: 'Token da API', isSecret: true } },
    steps: [
      'Em console.eduzz.com: Meus Aplicativos → Novo Aplicativo, com o escopo myeduzz_sales_read.',
      'Nos três pontos dele, clique em Copiar Access Token, e cole-o aqui.',
    ],
  },
} as const satisfies Partial<Record<PlatformName, SalesApiInfo>>;

export type ReconcilePlatform = keyof typeof SALES_APIS;
export const RECONCILE_PLATFORMS = Object.keys(SALES_APIS) as readonly ReconcilePlatform[];
