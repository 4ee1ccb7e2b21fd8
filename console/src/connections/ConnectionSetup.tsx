import type { ConnectionsResponse } from '@funil/contract/console/connections';
import { SALES_APIS } from '@funil/contract/sales/sales-apis';
import type { ConnectionSettings } from '@funil/contract/settings/stored-settings';
import { ConnectionForm } from './ConnectionForm.tsx';
import { ConnectionUse } from './ConnectionUse.tsx';

/** Steps before the form can be filled in. docs/sales.md says which steps of the platforms were checked. */
const CONNECTION_STEPS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(SALES_APIS).map(([platform, { steps }]) => [`${platform}-api`, steps]),
  ),
  mail: [
    'No Gmail ou Google Workspace: ligue a verificação em duas etapas e crie uma senha de app em myaccount.google.com/apppasswords.',
    'O servidor é smtp.gmail.com; o usuário e o remetente, a própria conta; a senha, a senha de app.',
    'Noutro serviço, procure “SMTP” no painel dele: ali estão servidor, porta, usuário e senha.',
  ],
  copies: [
    'Peça a quem cuida do servidor uma pasta em outro disco, que o Funil possa usar, e escreva aqui o caminho dela.',
    'Peça também que as cópias sejam levadas toda noite para outra máquina.',
  ],
  meta: [
    'Na Meta: Gerenciador de Eventos → seu pixel → Configurações → API de Conversões → Gerar token de acesso.',
    'Copie o token e cole-o aqui. O pixel é o de Página → Medição.',
  ],
  ga4: [
    'No Google Analytics: Administrador → Fluxos de dados → o fluxo da página → Segredos da API do Measurement Protocol → Criar.',
    'Copie o valor do segredo e cole-o aqui.',
  ],
  'meta-ads': [
    'No Gerenciador de Negócios: Usuários do sistema → crie um e dê a ele acesso à conta de anúncios (ver desempenho).',
    'Gere um token com a permissão ads_read e cole-o aqui.',
    'A conta é o número que o endereço do Gerenciador de Anúncios mostra em act=.',
  ],
};

interface Props {
  connection: ConnectionSettings;
  response: ConnectionsResponse;
  steps?: readonly string[] | undefined;
}

export const ConnectionSetup = ({ connection, response, steps }: Props) => (
  <>
    <ol className="grid gap-1.5 pl-5 list-decimal">
      {(steps ?? CONNECTION_STEPS[connection.id])?.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <ConnectionForm connection={connection} settingStates={response.settings} />
    <ConnectionUse connection={connection} connectionStates={response.connections} />
  </>
);
