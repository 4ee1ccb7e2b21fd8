import { markShapes } from './mark.ts';
import { amber, ink, inkHigh, lime, muted, onInk } from './palette.ts';
import type { Picture } from './picture.ts';

interface FlowNode {
  readonly y: number;
  readonly title: string;
  readonly detail: string;
  readonly symbol: string;
  readonly isLast?: boolean;
}

const flow: readonly FlowNode[] = [
  {
    y: 52,
    title: 'Mensagem',
    detail: 'cliente chama às 2h',
    symbol: '<path d="M5 6.5h14v9H11l-4 3.5v-3.5H5Z"/>',
  },
  {
    y: 192,
    title: 'Agente de IA',
    detail: 'entende e responde',
    symbol: '<path d="M12 3v4M6 7h12v10H6ZM9.5 11.5v1.5M14.5 11.5v1.5M3 11v3M21 11v3M9 21h6"/>',
  },
  {
    y: 332,
    title: 'CRM',
    detail: 'contato salvo',
    symbol: '<path d="M4 5h16v14H4ZM4 10h16M10 10v9"/>',
  },
  {
    y: 472,
    title: 'Pix recebido',
    detail: 'R$ 8.000,00',
    symbol: '<path d="m5 12.5 4.5 4.5L19.5 7"/>',
    isLast: true,
  },
];

function drawNode({ y, title, detail, symbol, isLast }: FlowNode): string {
  return `<div class="node ${isLast ? 'last' : ''}" style="top:${y}px">
    <span><svg viewBox="0 0 24 24" width="44" height="44" fill="none" stroke="currentColor" stroke-width="2"
      stroke-linecap="round" stroke-linejoin="round">${symbol}</svg></span>
    <div><strong>${title}</strong><small>${detail}</small></div></div>`;
}

const wires = `<svg class="wires" width="1200" height="630" fill="none" stroke-width="4" stroke-linecap="round">
  <path d="M1210 -10V22q0 12-12 12H960q-12 0-12 12v6" stroke="${onInk}" stroke-opacity=".25"/>
  <path d="M948 156v36M948 296v36" stroke="${onInk}" stroke-opacity=".35"/><path d="M948 436v36" stroke="${lime}"/>
  <path d="M948 576v14q0 12 12 12h250" stroke="${lime}"/>
  <g stroke="none"><circle cx="948" cy="174" r="8" fill="${onInk}"/><circle cx="948" cy="314" r="8" fill="${amber}"/>
  <circle cx="948" cy="454" r="8" fill="${lime}"/></g></svg>`;

const style = `
  body { position: relative; background: ${ink}; color: ${onInk}; font-family: Text; }
  .wires { position: absolute; inset: 0; }
  .words { position: absolute; left: 72px; top: 52px; width: 600px; }
  .brand { display: flex; align-items: center; gap: 18px; font: 700 40px/1 Display; letter-spacing: -.01em; }
  .brand svg { width: 68px; height: 68px; color: ${lime}; }
  h1 { font: 750 84px/.98 Display; letter-spacing: -.025em; margin-top: 46px; }
  h1 em { font-style: normal; color: ${lime}; }
  p { font-size: 30px; line-height: 1.3; color: ${muted}; margin-top: 32px; }
  .node { position: absolute; left: 752px; width: 392px; height: 104px; display: flex; align-items: center; gap: 22px;
    padding: 0 24px; border-radius: 24px; background: ${inkHigh}; border: 2px solid #ffffff1c; }
  .node span { width: 68px; height: 68px; border-radius: 18px; background: #ffffff12; display: grid; place-items: center; }
  .node strong { display: block; font: 650 32px/1.15 Display; }
  .node small { display: block; font-size: 24px; line-height: 1.25; color: ${muted}; }
  .last { background: ${lime}; color: ${ink}; border-color: ${lime}; }
  .last span { background: ${ink}; color: ${lime}; }
  .last small { color: ${ink}; font-weight: 600; }`;

export function sharePicture(): Picture {
  return {
    file: 'compartilhar.png',
    width: 1200,
    height: 630,
    scale: 1,
    style,
    body: `${wires}<div class="words">
      <div class="brand"><svg viewBox="0 0 64 64">${markShapes}</svg>Engrena IA</div>
      <h1>Aprenda a construir e <em>vender projetos de IA</em></h1>
      <p>Comunidade + formação em 12 semanas</p></div>
      ${flow.map(drawNode).join('')}`,
  };
}
