import { drawAvatar } from './avatar.ts';
import { bubbleStyle } from './bubble-style.ts';
import { drawRows } from './chat-message.ts';
import type { Conversation } from './chat-model.ts';
import { chatStyle } from './chat-style.ts';
import { drawBattery, symbols } from './chat-symbols.ts';
import { conversations } from './conversations.ts';
import { markShapes } from './mark.ts';
import { ink, lime } from './palette.ts';
import { people } from './people.ts';
import type { Picture } from './picture.ts';

const groupFace = `<svg viewBox="-10 -10 84 84"><rect x="-10" y="-10" width="84" height="84" fill="${ink}"/><g color="${lime}">${markShapes}</g></svg>`;

function drawStatus({ clock, battery, network, phone }: Conversation): string {
  const link = network === 'wifi' ? symbols.wifi : network;
  const level = phone === 'android' ? `${battery}%` : '';
  return `<div class="status">${clock}
    <span>${symbols.signal}${link}${drawBattery(battery, '#f0a13a')}${level}</span></div>`;
}

function drawHead(chat: Conversation): string {
  const isIos = chat.phone === 'ios';
  const back = isIos ? `${symbols.chevronLeft}${chat.unreadElsewhere ?? ''}` : symbols.arrowLeft;
  const face = chat.avatar === 'group' ? groupFace : drawAvatar(people[chat.avatar], 'contact');
  return `<div class="head"><span class="back">${back}</span><span class="face">${face}</span>
    <div class="who"><strong>${chat.contact}</strong><small>${chat.presence}</small></div>
    <span class="tools">${symbols.video}${symbols.call}${isIos ? '' : symbols.more}</span></div>`;
}

function drawFoot({ phone }: Conversation): string {
  const bar =
    phone === 'ios'
      ? `${symbols.plus}<div class="field"><span></span>${symbols.smile}</div>${symbols.camera}${symbols.mic}`
      : `<div class="field">${symbols.smile}<span>Mensagem</span>${symbols.clip}${symbols.camera}</div>
        <div class="talkback">${symbols.mic}</div>`;
  return `<div class="foot">${bar}</div><div class="home"></div>`;
}

export function chatPictures(): Picture[] {
  return conversations.map((chat, index) => ({
    file: `depoimento-${index + 1}.png`,
    width: 390,
    height: 845,
    scale: 2,
    style: `.screen { display: contents; } ${chatStyle(chat)} ${bubbleStyle}`,
    body: `<div class="screen ${chat.phone}">${drawStatus(chat)}${drawHead(chat)}
      <div class="talk" data-fits>${drawRows(chat)}</div>${drawFoot(chat)}</div>`,
  }));
}
