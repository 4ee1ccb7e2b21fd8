import { type ComponentProps, type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { tell, warn } from '../parts/notice.ts';
import { awaitLink, useCheckoutLink } from './checkout-link.ts';
import { type Filling, fillFor, needsLink, whatsappAddress } from './greeting.ts';

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'target' | 'rel' | 'onClick'> {
  /** For wa.me. */
  digits: string;
  /** With its placeholders. */
  text: string;
  filling: Filling;
  /** Whose the checkout link in the text is; null: nobody's. */
  subject: string | null;
  /** `reached`: the link is asked for by the hand on its way, in lists that may be long. */
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
  /** What a press has waited for; null: then it goes without. */
  const [awaited, setAwaited] = useState<string | null>();
  const { url = awaited, isRefused } = useCheckoutLink(subject, isReached ? text : '');
  const reach = () => setIsReached(true);
  async function hold() {
    setIsHeld(true);
    const found = await awaitLink(subject);
    // The press that follows is to find the address with the link.
    flushSync(() => {
      setIsHeld(false);
      setAwaited(found ?? null);
    });
    if (found === undefined) {
      warn('O link de pagamento não veio. Toque de novo para chamar sem ele.');
    } else if (navigator.userActivation?.isActive === false) {
      // No longer this hand's doing: the browser would not open it.
      tell('O link de pagamento está pronto. Toque de novo para chamar.');
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

/** Says that a message goes out without the link that its text has. */
export function LinkLack({ lack }: { lack: string | null }) {
  if (lack === null) return null;
  return <p className="small muted">Vai sem o link de pagamento: {lack}</p>;
}
