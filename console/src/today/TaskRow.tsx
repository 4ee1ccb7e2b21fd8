import { capitalize } from '@funil/contract/characters';
import type { ContactItem } from '@funil/contract/contacts/contacts';
import { DAY_MS, formatDuration } from '@funil/contract/durations';
import { formatCents } from '@funil/contract/money';
import { productLabel } from '@funil/contract/sales/product-label';
import type { OpenSale } from '@funil/contract/today/today';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRole } from '../console-context.ts';
import { ContactWhatsappLink, RoundConversationLink } from '../contacts/ConversationLink.tsx';
import { recordSaleConversation } from '../contacts/change-contact.ts';
import { formatFollowUp } from '../contacts/follow-up-dates.ts';
import {
  fillMessage,
  findNoPaymentLinkReason,
  type MessageValues,
  TEMPLATE_USE_BY_SALE_STATE,
  templateUseOf,
  useMessages,
} from '../contacts/message.ts';
import { Origin } from '../contacts/Origin.tsx';
import { formatTotals } from '../contacts/totals.ts';
import { RowLink } from '../parts/ContactLink.tsx';
import { buyerName, contactName } from '../parts/person-names.ts';
import { methodLabel } from '../parts/sale-labels.tsx';
import { Deadline } from '../parts/time/Deadline.tsx';
import { Time } from '../parts/time/Time.tsx';
import { useNow } from '../parts/time/use-now.ts';
import { mayOpen } from '../views.ts';
import { recentMessageAt, type Task, type TaskKind } from './arrange-queue.ts';

/** The task stands beside its button; with large text on a phone, above the button. */
const TASK_CLASSES =
  'pressable grid grid-cols-[minmax(0,1fr)_auto] items-center min-h-15 pr-2 border-t max-xs:grid-cols-[minmax(0,1fr)] max-xs:justify-items-start max-xs:pb-2 max-xs:[&>:last-child]:ml-4';

/** Three lines on phones, two in a wide view. */
const TASK_LINK_CLASSES =
  "grid [grid-template:'name_time'_auto_'from_from'_auto_'text_text'_auto_/_minmax(5.5rem,1fr)_minmax(0,auto)] content-center self-stretch gap-x-3 gap-y-0 py-2 pr-2 pl-4 no-underline " +
  "max-xs:[grid-template:'name'_auto_'time'_auto_'from'_auto_'text'_auto_/_minmax(0,1fr)] " +
  "@[58rem]/view:[grid-template:'name_from_time'_auto_'text_text_time'_auto_/_minmax(0,0.8fr)_minmax(0,1.6fr)_auto] @[58rem]/view:items-center";

export const TaskRow = ({ task }: { task: Task }) =>
  'sale' in task.about ? (
    <SaleTask task={task} sale={task.about.sale} />
  ) : (
    <ContactTask task={task} contact={task.about.contact} />
  );

interface RowTextProps {
  task: Task;
  name: string;
  reason: ReactNode;
  time: ReactNode;
  /** Text that the conversation opens with; may be empty. */
  text: string;
}

function RowText({ task, name, reason, time, text }: RowTextProps) {
  const now = useNow();
  const messagedAt = recentMessageAt(task, now);
  return (
    <>
      <span className="[grid-area:name] font-semibold wrap-anywhere">{name}</span>
      <span className="[grid-area:from] text-small wrap-anywhere @[58rem]/view:text-base">
        {messagedAt !== null && <strong>chamada {formatFollowUp(messagedAt, now)} · </strong>}
        {reason}
      </span>
      <span className="text-small [grid-area:time] text-muted text-right max-xs:text-left @[58rem]/view:min-w-28">
        {time}
      </span>
      {text && <span className="[grid-area:text] text-small truncate text-muted">“{text}”</span>}
    </>
  );
}

/** True if a deadline is less than a week away; otherwise a task shows its value or its age. */
const isSoon = (dueAt: string | null, now: number): dueAt is string =>
  dueAt !== null && Date.parse(dueAt) - now < 7 * DAY_MS;

/** Texts for the further reasons why a person waits. */
const OTHER_TASK_TEXTS: Record<TaskKind, string> = {
  followups: 'retorno marcado',
  payments: 'pagamento em aberto',
  carts: 'parou no pagamento',
  applications: 'aplicação espera resposta',
  abandoned: 'parou no meio da aplicação',
  leads: 'deixou o contato',
  lapsed: 'pagamento mais antigo',
};

/** Describes the person's other open tasks and totals; empty if there are none. */
function describePerson({ otherKinds, about }: Task): string {
  const otherTasks = otherKinds.map((kind) => OTHER_TASK_TEXTS[kind]).join(', ');
  const totals = formatTotals(('sale' in about ? about.sale : about.contact).totals);
  return [otherTasks && `também ${otherTasks}`, totals].filter(Boolean).join(' · ');
}

const toPreview = (text: string, values: MessageValues): string =>
  fillMessage(text, values).replace(/\s+/g, ' ');

const CONTACT_REASONS: Partial<Record<TaskKind, string>> = {
  applications: 'Aplicação espera resposta',
  abandoned: 'Começou a aplicação e parou',
};

function describeContactTask(task: Task, contact: ContactItem, now: number): ReactNode {
  if (task.kind === 'followups' && contact.follow_up_at !== null) {
    return `Retorno marcado para ${formatFollowUp(contact.follow_up_at, now)}`;
  }
  const personText = describePerson(task);
  return (
    <>
      {CONTACT_REASONS[task.kind] ?? 'Deixou o contato'}
      <span className="text-muted">
        {' · '}
        {personText && `${personText} · `}
        <Origin origin={contact} />
      </span>
    </>
  );
}

/** Shows when a contact arrived or, for a new lead, how long the lead has waited for an answer. */
function Arrival({ at, isWaiting }: { at: string; isWaiting: boolean }) {
  const now = useNow();
  if (!isWaiting) return <Time at={at} />;
  return (
    <Time at={at}>
      <span className="sr-only">espera </span>há {formatDuration(now - Date.parse(at))}
    </Time>
  );
}

function ContactTask({ task, contact }: { task: Task; contact: ContactItem }) {
  const now = useNow();
  const { templateFor, valuesForContact } = useMessages();
  const text = templateFor(templateUseOf(contact))?.text ?? '';
  return (
    <li className={TASK_CLASSES}>
      <RowLink contactKey={contact.subject} className={TASK_LINK_CLASSES}>
        <RowText
          task={task}
          name={contactName(contact)}
          reason={describeContactTask(task, contact, now)}
          time={
            isSoon(task.dueAt, now) ? (
              <Deadline startAt={contact.created_at} dueAt={task.dueAt} />
            ) : (
              <Arrival at={contact.created_at} isWaiting={task.kind === 'leads'} />
            )
          }
          text={toPreview(text, valuesForContact(contact))}
        />
      </RowLink>
      <ContactWhatsappLink item={contact} />
    </li>
  );
}

/** Returns `Pix em aberto`, `Pix venceu`, `Cartão: não aprovado` or `Parou no pagamento`. */
function describeSaleTask({ state, method }: OpenSale): string {
  if (state === 'abandoned') return 'Parou no pagamento';
  const name = capitalize(methodLabel(method) ?? 'Pagamento');
  if (state !== 'canceled') return `${name} em aberto`;
  return method === 'pix' || method === 'boleto' ? `${name} venceu` : `${name}: não aprovado`;
}

interface SaleLinkProps {
  sale: OpenSale;
  /** Tooltip; may be empty. */
  title: string;
  children: ReactNode;
}

/** A link to the sale or, for an attendant, to its contact, if there is one. */
function SaleLink({ sale: { platform, key, subject }, title, children }: SaleLinkProps) {
  const link = { className: TASK_LINK_CLASSES, ...(title && { title }), children };
  if (mayOpen(useRole(), '/vendas')) {
    return (
      <Link to="/vendas/$platform/$key" params={{ platform, key }} preload={false} {...link} />
    );
  }
  return subject === null ? <span {...link} /> : <RowLink contactKey={subject} {...link} />;
}

function SaleTask({ task, sale }: { task: Task; sale: OpenSale }) {
  const { subject, whatsapp, product, state, value_cents } = sale;
  const now = useNow();
  const showsTime = isSoon(task.dueAt, now) || task.kind === 'lapsed' || value_cents === null;
  const { templateFor, valuesForSale } = useMessages();
  const template = templateFor(TEMPLATE_USE_BY_SALE_STATE[state]);
  const text = template?.text ?? '';
  const name = buyerName(sale);
  const values = valuesForSale(sale);
  const noPaymentLinkReason = whatsapp === null ? undefined : findNoPaymentLinkReason(text, values);
  return (
    <li className={TASK_CLASSES}>
      <SaleLink
        sale={sale}
        title={noPaymentLinkReason ? `A mensagem vai sem link: ${noPaymentLinkReason}` : ''}
      >
        <RowText
          task={task}
          name={name}
          reason={
            <>
              {showsTime && value_cents !== null && <strong>{formatCents(value_cents)} · </strong>}
              {[
                ...[noPaymentLinkReason && 'Mensagem sem link', describeSaleTask(sale)],
                ...[product && productLabel(product), describePerson(task)],
              ]
                .filter(Boolean)
                .join(' · ')}
            </>
          }
          time={
            isSoon(task.dueAt, now) ? (
              <Deadline startAt={sale.begun_at} dueAt={task.dueAt} isPayment />
            ) : showsTime ? (
              <Time at={sale.begun_at} />
            ) : (
              <strong className="text-fg">{formatCents(value_cents)}</strong>
            )
          }
          text={toPreview(text, values)}
        />
      </SaleLink>
      {whatsapp !== null && (
        <RoundConversationLink
          whatsapp={whatsapp}
          text={text}
          values={values}
          verb="Lembrar"
          whom={name}
          onOpen={() => recordSaleConversation(subject, template?.id ?? null)}
        />
      )}
    </li>
  );
}
