import { drawAttachment } from './attachments.ts';
import { drawAvatar } from './avatar.ts';
import type { Content, Conversation, Message, Row } from './chat-model.ts';
import { symbols } from './chat-symbols.ts';
import { people } from './people.ts';
import { drawReaction } from './reactions.ts';

const waveBars = 32;
const playedShare = 0.55;

/** Bar heights that look like speech, the same for the same seed. */
function waveform(seed: number, played: boolean): string {
  let state = seed * 7919;
  const bars = Array.from({ length: waveBars }, (_, index) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    const phrase = 0.45 + 0.55 * Math.abs(Math.sin(index * 0.55 + seed));
    const height = Math.max(3, Math.round((state / 2147483648) * 24 * phrase));
    const isPlayed = played && index < waveBars * playedShare;
    return `<i style="height:${height}px"${isPlayed ? ' class="played"' : ''}></i>`;
  });
  return `<span class="wave">${bars.join('')}</span>`;
}

function drawContent(content: Content, chat: Conversation, meta: string): string {
  if ('text' in content) {
    return `<p class="text">${content.text}<span class="gap"></span></p>${meta}`;
  }
  if ('audio' in content) {
    const speaker =
      chat.avatar === 'group' ? '' : drawAvatar(people[chat.avatar], `voice-${content.seed}`);
    return `<div class="audio">${symbols.play}${waveform(content.seed, content.played ?? false)}
      <span class="face">${speaker}</span></div><span class="length">${content.audio}</span>${meta}`;
  }
  if ('pix' in content) {
    return `<div class="pix"><div class="pix-top">${symbols.pix}<div><small>Pix recebido</small>
      <strong>${content.pix}</strong></div></div>
      <dl><dt>De</dt><dd>${content.payer}</dd></dl></div>${meta}`;
  }
  if ('document' in content) {
    return `<div class="document">${symbols.document}<div><strong>${content.document}</strong>
      <small>${content.detail}</small></div></div>${meta}`;
  }
  const caption = `<p class="text">${content.caption}<span class="gap"></span></p>`;
  return `${drawAttachment(content.picture)}${caption}${meta}`;
}

function kindOf(message: Message): string {
  if ('picture' in message) return 'picture';
  if ('pix' in message || 'document' in message) return 'card';
  return 'audio' in message ? 'voice' : 'words';
}

function drawMessage(message: Message, isFirst: boolean, chat: Conversation): string {
  const { from, time, quote, reactions } = message;
  const isMine = from === 'me';
  const meta = `<span class="meta">${time}${isMine ? symbols.ticks : ''}</span>`;
  const author =
    typeof from === 'object' && isFirst
      ? `<b class="author" style="color:${from.colour}">${from.name}</b>`
      : '';
  const quoted = quote
    ? `<div class="quote" style="${quote.colour ? `--bar:${quote.colour}` : ''}"><b>${quote.author}</b><span>${quote.text}</span></div>`
    : '';
  const badges = reactions
    ? `<div class="reactions">${reactions.map(drawReaction).join('')}${reactions.length > 1 ? `<em>${reactions.length + 1}</em>` : ''}</div>`
    : '';
  const classes = [
    'row',
    isMine ? 'mine' : 'theirs',
    isFirst ? 'first' : '',
    badges ? 'reacted' : '',
  ];
  return `<div class="${classes.join(' ')}"><div class="bubble ${kindOf(message)}">${author}${quoted}
    ${drawContent(message, chat, meta)}${badges}</div></div>`;
}

const senderOf = (row: Row | undefined) => (row && 'from' in row ? row.from : undefined);

export function drawRows(chat: Conversation): string {
  return chat.rows
    .map((row, index) =>
      'chip' in row
        ? `<div class="chip">${row.chip}</div>`
        : drawMessage(row, senderOf(chat.rows[index - 1]) !== row.from, chat),
    )
    .join('');
}
