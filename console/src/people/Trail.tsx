import { useInfiniteQuery } from '@tanstack/react-query';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { ShowMore } from '../parts/ShowMore.tsx';
import { Time } from '../parts/Time.tsx';
import { View } from '../parts/View.tsx';
import { PeopleTabs } from './People.tsx';
import { auditQuery } from './queries.ts';

/** In Portuguese, by the audit trail's action. */
const ACTIONS: Readonly<Record<string, string>> = {
  'today.listed': 'viu Hoje',
  'leads.listed': 'viu a lista de leads',
  'applications.listed': 'viu a lista de aplicações',
  'leads.exported': 'baixou leads em CSV',
  'applications.exported': 'baixou aplicações em CSV',
  'lead.viewed': 'abriu um lead',
  'application.viewed': 'abriu uma aplicação',
  'lead.changed': 'mudou um lead',
  'application.changed': 'mudou uma aplicação',
  'lead.messaged': 'chamou um lead',
  'application.messaged': 'chamou quem aplicou',
  'sales.listed': 'viu a lista de vendas',
  'sale.viewed': 'abriu uma venda',
  'sale.matched': 'ligou uma venda a um lead',
  'sale.marked-as-test': 'marcou uma venda como teste',
  'sale.unmarked-as-test': 'tirou a marca de teste de uma venda',
  'link.made': 'fez um link de pagamento',
  'people.listed': 'procurou uma pessoa',
  'person.viewed': 'viu tudo de uma pessoa',
  'person.exported': 'exportou os dados de uma pessoa',
  'person.erased': 'apagou uma pessoa',
  'requests.listed': 'viu os pedidos',
  'request.viewed': 'viu um pedido',
  'request.added': 'anotou um pedido',
  'request.changed': 'mudou um pedido',
  'spend.imported': 'importou gasto com anúncios',
  'template.added': 'criou um texto',
  'template.changed': 'mudou um texto',
  'template.removed': 'apagou um texto',
  'endpoint.added': 'criou um webhook',
  'endpoint.removed': 'tirou um webhook',
  'endpoint.restored': 'trouxe um webhook de volta',
  'endpoint.rotated': 'trocou o segredo de um webhook',
  'delivery.replayed': 'enviou uma entrega de novo',
  'deliveries.replayed': 'enviou de novo as entregas que não chegaram',
  'session.opened': 'entrou',
  'session.ended': 'encerrou uma sessão',
  'session.reused': 'sessão copiada: encerrada',
  'password.changed': 'trocou a senha',
  'password.refused': 'senha errada na entrada',
  'code.refused': 'código errado na entrada',
  'recovery-code.used': 'entrou com um código de recuperação',
  'session.raised': 'passou pela segunda etapa',
  'factor.verified': 'ligou o aplicativo autenticador',
  'factor.removed': 'desligou o aplicativo autenticador',
  'recovery-codes.made': 'fez códigos de recuperação',
  'recovery-codes.removed': 'tirou os códigos de recuperação',
  'operator.password-set': 'gravou uma senha',
  'operator.factors-reset': 'desligou o aplicativo de um operador',
  'operator.invited': 'convidou um operador',
  'operator.joined': 'passou a operar',
  'operator.role-changed': 'mudou o papel de um operador',
  'operator.removed': 'removeu um operador',
};

export function Trail() {
  const query = useInfiniteQuery(auditQuery);
  const { data: items = [] } = query;
  return (
    <View
      title="Pessoas"
      subtitle="Quem viu ou mudou dados pessoais, e quando. Nenhum valor é guardado."
    >
      <PeopleTabs />
      <QueryStatus query={query} />
      {query.data?.length === 0 && <Empty title="A trilha está vazia." />}
      {items.length > 0 && (
        <ol className="panel lines trail">
          {items.map(({ id, at, who, what, subject }) => (
            <li key={id}>
              <Time at={at} />
              <span>{who ?? 'terminal'}</span>
              <span>
                {ACTIONS[what] ?? what}
                {subject && <span className="muted"> {subject}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
      <ShowMore query={query} />
    </View>
  );
}
