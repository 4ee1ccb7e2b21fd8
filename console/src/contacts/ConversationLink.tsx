import type { ContactItem } from '@funil/contract/console/contacts';
import type { CheckoutLink } from '@funil/contract/console/sales';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { call, explain } from '../api.ts';
import { WhatsappIcon } from '../parts/Icon.tsx';
import { showError, showToast } from '../parts/toast.ts';
import { isFinal, queryClient } from '../queries.ts';
import { noteConversation } from './change-contact.ts';
import { type Filling, fillFor, type Greet, needsLink, whatsappAddress } from './message.ts';

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'target' | 'rel' | 'onClick'> {
  /** For wa.me. */
  digits: string;
  /** With its placeholders. */
  text: string;
  filling: Filling;
  /** The person whose checkout link the text may need; null: none. */
  subject: string | null;
  /** `reached`: the link is asked for once a pointer or the focus comes near, for long lists. */
  asks?: 'drawn' | 'reached';
  onOpen?: (() => void) | undefined;
}

/** Opens a conversation with the text already written; a press waits for the link that the text needs. */
export function ConversationLink(props: Props) {
  const { subject, text } = props;
  if (subject === null || !needsLink(text)) return <Anchor {...props} />;
  return <LinkedAnchor {...props} key={subject} subject={subject} />;
}

interface AnchorProps extends Props {
  link?: string | undefined;
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
}

function Anchor({
  digits,
  text,
  filling,
  link,
  subject,
  asks,
  onOpen,
  onClick,
  ...rest
}: AnchorProps) {
  return (
    <a
      {...rest}
      href={whatsappAddress(digits, fillFor(text, { ...filling, link }))}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onClick ?? onOpen}
    />
  );
}

function LinkedAnchor(props: Props & { subject: string }) {
  const { subject, text, asks = 'drawn', onOpen } = props;
  const anchor = useRef<HTMLAnchorElement>(null);
  const [isReached, setIsReached] = useState(asks === 'drawn');
  const [isHeld, setIsHeld] = useState(false);
  /** The link that a press has waited for; null: it goes without one. */
  const [awaited, setAwaited] = useState<string | null>();
  const { url = awaited, isRefused } = useCheckoutLink(subject, isReached ? text : '');
  const reach = () => setIsReached(true);
  async function hold() {
    setIsHeld(true);
    const found = await awaitLink(subject);
    // The press below must find the address with the link.
    flushSync(() => {
      setIsHeld(false);
      setAwaited(found ?? null);
    });
    if (found === undefined) {
      showError('O link de pagamento não veio. Toque de novo para chamar sem ele.');
    } else if (navigator.userActivation?.isActive === false) {
      // Too late to count as the operator's press: the browser would not open a window.
      showToast('O link de pagamento está pronto. Toque de novo para chamar.');
    } else anchor.current?.click();
  }
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    if (url !== undefined || isRefused) return onOpen?.();
    event.preventDefault();
    if (!isHeld) void hold();
  };
  return (
    <Anchor
      {...props}
      ref={anchor}
      link={url ?? undefined}
      aria-busy={isHeld || undefined}
      onPointerEnter={reach}
      onFocus={reach}
      onClick={press}
    />
  );
}

/** Opens the conversation with a person of a list, with the operator's text already in it. */
export function WhatsappLink({ item, greet }: { item: ContactItem; greet: Greet }) {
  if (item.wa === null) {
    return <span className="whatsapp-none" title="Este número não tem WhatsApp" />;
  }
  const { template, ...greeting } = greet(item);
  return (
    <ConversationLink
      {...greeting}
      digits={item.wa}
      subject={item.subject}
      asks="reached"
      className="whatsapp"
      aria-label={`Chamar ${item.name} no WhatsApp`}
      title="Chamar no WhatsApp"
      onOpen={() => noteConversation(item, template)}
    >
      <WhatsappIcon />
    </ConversationLink>
  );
}

interface MessageProps {
  /** With its placeholders. */
  text: string;
  filling: Filling;
  subject: string | null;
}

/** The message as the other side will read it, and a note where it goes out without its link. */
export function Message({ text, filling, subject }: MessageProps) {
  const { url, isComing, lack } = useCheckoutLink(subject, text);
  const link = url ?? (isComing ? '…' : undefined);
  return (
    <>
      {text && <p className="bubble">{fillFor(text, { ...filling, link })}</p>}
      {lack !== null && <p className="small muted">Vai sem o link de pagamento: {lack}</p>}
    </>
  );
}

/** The checkout's address that leads back to this person when they buy. */
export const checkoutLinkQuery = (subject: string) =>
  queryOptions({
    queryKey: ['checkout-link', subject],
    queryFn: () => call<CheckoutLink>('checkout-link', { method: 'POST', body: { subject } }),
    staleTime: Number.POSITIVE_INFINITY,
    // Each link that is made is a line in the trail: one per person and tab is enough.
    gcTime: Number.POSITIVE_INFINITY,
  });

/** How long a press waits for a link: browsers let it open a window for about as long. */
const LINK_TIMEOUT_MS = 3_000;

/** Waits for a link during a press. @returns null if there will be none; undefined if it did not come in time */
async function awaitLink(subject: string): Promise<string | null | undefined> {
  const link = queryClient.fetchQuery(checkoutLinkQuery(subject)).then(
    ({ url }) => url,
    (error) => (isFinal(error) ? null : undefined),
  );
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, LINK_TIMEOUT_MS));
  return Promise.race([link, timeout]);
}

/** The link that a text needs. @param subject whose; null: there is none to be had */
export function useCheckoutLink(subject: string | null, text: string) {
  const isNeeded = needsLink(text);
  const { data, error, fetchStatus } = useQuery({
    ...checkoutLinkQuery(subject ?? ''),
    enabled: isNeeded && subject !== null,
  });
  const unowned = subject === null ? 'a venda ainda não está ligada a ninguém.' : null;
  return {
    url: data?.url,
    isComing: fetchStatus === 'fetching',
    /** Why there is none; null: there is one, it may come yet, or the text needs none. */
    lack: isNeeded ? (unowned ?? (error && explain(error))) : null,
    /** Whether asking again would change nothing. */
    isRefused: isFinal(error),
  };
}
