import type { ContactItem } from '@funil/contract/contacts/contacts';
import type { SaleItem } from '@funil/contract/sales/sales';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { call, explain } from '../api.ts';
import { WhatsappIcon } from '../parts/Icon.tsx';
import { showError, showToast } from '../parts/toast.ts';
import { isClientError, queryClient } from '../queries.ts';
import { recordConversation } from './change-contact.ts';
import {
  fillMessage,
  type MessageValues,
  needsCheckoutLink,
  templateUseOf,
  useMessages,
  whatsappUrl,
} from './message.ts';

export interface LinkTarget {
  /** Null if the sale has no contact. */
  contactKey: string | null;
  /** The sale to pay for. If absent, the link sells the landing page's product. */
  sale?: Pick<SaleItem, 'platform' | 'key' | 'product'>;
}

interface MessageProps extends LinkTarget {
  /** The message with a template's placeholders. */
  text: string;
  values: MessageValues;
}

interface Props extends MessageProps, Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** Digits for wa.me. */
  whatsapp: string;
  /** Requests the checkout link only when a pointer or the focus reaches this link, for long lists. */
  isLazy?: boolean;
  onOpen?: () => void;
}

export function ConversationLink(props: Props) {
  const { contactKey, sale: _, text, whatsapp, values, isLazy: __, onOpen, ...rest } = props;
  if (contactKey !== null && needsCheckoutLink(text)) {
    return <CheckoutConversationLink {...props} key={contactKey} contactKey={contactKey} />;
  }
  return (
    <a
      {...rest}
      href={whatsappUrl(whatsapp, fillMessage(text, values))}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onOpen}
    />
  );
}

/** A link whose click waits for the checkout link that the message contains. */
function CheckoutConversationLink(props: Props & { contactKey: string }) {
  const { contactKey, sale, text, whatsapp, values, isLazy = false, onOpen, ...rest } = props;
  const linkTarget = { contactKey, ...(sale && { sale }) };
  const anchor = useRef<HTMLAnchorElement>(null);
  const [isLinkRequested, setIsLinkRequested] = useState(!isLazy);
  const [isWaiting, setIsWaiting] = useState(false);
  /** Undefined until a click has waited for the checkout link; null if the message is sent without one. */
  const [linkAfterWait, setLinkAfterWait] = useState<string | null>();
  const { url = linkAfterWait, isRefused } = useCheckoutLink(
    linkTarget,
    isLinkRequested ? text : '',
  );
  const requestLink = () => setIsLinkRequested(true);

  async function waitAndOpen(): Promise<void> {
    setIsWaiting(true);
    const link = await awaitCheckoutLink(linkTarget);
    // Without flushSync, `anchor.click()` below would open the old URL.
    flushSync(() => {
      setIsWaiting(false);
      setLinkAfterWait(link ?? null);
    });
    if (link === undefined) {
      showError('O link de pagamento não veio. Toque de novo para chamar sem ele.');
    } else if (navigator.userActivation?.isActive === false) {
      // Browsers open a window only shortly after the operator's click.
      showToast('O link de pagamento está pronto. Toque de novo para chamar.');
    } else anchor.current?.click();
  }

  function handleClick(event: MouseEvent): void {
    if (url !== undefined || isRefused) {
      onOpen?.();
      return;
    }
    event.preventDefault();
    if (!isWaiting) void waitAndOpen();
  }
  return (
    <a
      {...rest}
      ref={anchor}
      href={whatsappUrl(whatsapp, fillMessage(text, { ...values, link: url ?? undefined }))}
      target="_blank"
      rel="noopener noreferrer"
      aria-busy={isWaiting || undefined}
      onPointerEnter={requestLink}
      onFocus={requestLink}
      onClick={handleClick}
    />
  );
}

/** The WhatsApp button of a list's row, with the first template that fits the contact's state. */
export function WhatsappLink({ item }: { item: ContactItem }) {
  const { templateFor, valuesForContact } = useMessages();
  if (item.whatsapp === null) {
    return <span className="w-11" title="Este número não tem WhatsApp" />;
  }
  const template = templateFor(templateUseOf(item));
  return (
    <ConversationLink
      whatsapp={item.whatsapp}
      text={template?.text ?? ''}
      values={valuesForContact(item)}
      contactKey={item.subject}
      isLazy
      className="whatsapp"
      aria-label={`Chamar ${item.name} no WhatsApp`}
      title="Chamar no WhatsApp"
      onOpen={() => recordConversation(item, template?.id ?? null)}
    >
      <WhatsappIcon />
    </ConversationLink>
  );
}

/** Shows the message as the contact will read it, and says so if its checkout link is missing. */
export function MessagePreview({ text, values, ...target }: MessageProps) {
  const { url, isLoading, noLinkReason } = useCheckoutLink(target, text);
  const link = url ?? (isLoading ? '…' : undefined);
  return (
    <>
      {text && <p className="bubble">{fillMessage(text, { ...values, link })}</p>}
      {noLinkReason !== null && (
        <p className="text-small text-muted">Vai sem o link de pagamento: {noLinkReason}</p>
      )}
    </>
  );
}

/** A sale through the link is matched to the contact, because the URL contains the contact's key. */
export const checkoutLinkQuery = ({ contactKey, sale }: LinkTarget) =>
  queryOptions({
    queryKey: ['checkout-link', contactKey, sale?.platform, sale?.key, sale?.product],
    meta: { tables: [] },
    queryFn: () =>
      call('POST checkout-link', {
        body: {
          subject: contactKey ?? '',
          ...(sale && { sale: { platform: sale.platform, key: sale.key } }),
        },
      }),
    // A link never changes. A missing link is requested again, because the product may be added to the page.
    staleTime: ({ state }) => (state.data?.url ? Number.POSITIVE_INFINITY : 0),
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Browsers let a click open a window for about this time. */
const CHECKOUT_LINK_TIMEOUT_MS = 3_000;

/** Returns null if there is no link; undefined after a timeout or an error. */
async function awaitCheckoutLink(target: LinkTarget): Promise<string | null | undefined> {
  const link = queryClient.fetchQuery(checkoutLinkQuery(target)).then(
    ({ url }) => url,
    (error) => (isClientError(error) ? null : undefined),
  );
  const timeout = new Promise<undefined>((resolve) =>
    setTimeout(resolve, CHECKOUT_LINK_TIMEOUT_MS),
  );
  return Promise.race([link, timeout]);
}

export function useCheckoutLink(linkTarget: LinkTarget, text: string) {
  const isNeeded = needsCheckoutLink(text);
  const { data, error, fetchStatus } = useQuery({
    ...checkoutLinkQuery(linkTarget),
    enabled: isNeeded && linkTarget.contactKey !== null,
  });
  const isUnknownProduct = data?.url === null;
  const reason =
    linkTarget.contactKey === null
      ? 'a venda ainda não está ligada a ninguém.'
      : isUnknownProduct
        ? 'não se sabe o link deste produto.'
        : error && explain(error);
  return {
    url: data?.url,
    isLoading: fetchStatus === 'fetching',
    /** In Portuguese; null if the link exists, may still arrive, or is not needed. */
    noLinkReason: isNeeded ? reason : null,
    /** True if another request would get the same error. */
    isRefused: isClientError(error),
  };
}
