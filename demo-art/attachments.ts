import { amber, ink, inkHigh, lime, muted, onInk, onPaper, paper } from './palette.ts';

export type AttachmentName = 'nightChat' | 'revenueChart' | 'flowError' | 'agenda';

const text = (x: number, y: number, size: number, fill: string, words: string, more = '') =>
  `<text x="${x}" y="${y}" font-family="Text" font-size="${size}" fill="${fill}" ${more}>${words}</text>`;
const bold = 'font-weight="650"';
const middle = 'text-anchor="middle"';

function nightChat(): string {
  return `<rect width="250" height="150" fill="#12171c"/>
    <circle cx="24" cy="22" r="10" fill="${lime}"/>${text(42, 27, 13, onInk, 'Agente da imobiliária', bold)}
    <path d="M0 42h250" stroke="#ffffff1f"/>
    <rect x="12" y="54" width="190" height="36" rx="10" fill="#2a323b"/>
    ${text(22, 69, 11.5, onInk, 'Oi, ainda tem o ap de 2 quartos?')}${text(172, 84, 9, muted, '02:13')}
    <rect x="58" y="98" width="180" height="40" rx="10" fill="#35500f"/>
    ${text(68, 114, 11.5, onInk, 'Tem sim! Visita hoje às 10h?')}
    ${text(68, 129, 11.5, lime, 'Visita confirmada', bold)}${text(208, 130, 9, '#c9d8a8', '02:14')}`;
}

function revenueChart(): string {
  const months = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun'];
  const heights = [11, 20, 34, 45, 63, 84];
  const bars = heights.map((height, index) => {
    const x = 22 + index * 36;
    const isLast = index === heights.length - 1;
    return `<rect x="${x}" y="${126 - height}" width="24" height="${height}" rx="4" fill="${isLast ? '#6f9412' : '#c8c2b3'}"/>
      ${text(x + 12, 141, 10.5, '#5a5d64', months[index] ?? '', middle)}`;
  });
  return `<rect width="250" height="150" fill="${paper}"/>
    ${text(20, 27, 12, onPaper, 'Faturamento da agência', bold)}
    <path d="M18 126.5h216" stroke="#16181d33"/>${bars.join('')}
    ${text(226, 36, 10.5, '#4b660a', '18.240', `text-anchor="end" ${bold}`)}`;
}

function flowError(): string {
  const node = (x: number, fill: string, label: string, state: string) =>
    `<rect x="${x}" y="50" width="58" height="44" rx="10" fill="${inkHigh}" stroke="${state}" stroke-width="2"/>
    <circle cx="${x + 29}" cy="72" r="9" fill="${fill}"/>${text(x + 29, 111, 10.5, onInk, label, middle)}`;
  return `<rect width="250" height="126" fill="${ink}"/>
    <path d="M76 72h20M154 72h20" stroke="${muted}" stroke-width="2.5"/>
    ${node(18, lime, 'Mensagem', lime)}${node(96, amber, 'Agente', lime)}${node(174, '#ff6b6b', 'CRM', '#ff6b6b')}
    <rect x="84" y="14" width="150" height="24" rx="12" fill="#ff6b6b"/>
    ${text(159, 30, 11.5, ink, '401: não autorizado', `${middle} ${bold}`)}`;
}

function agenda(): string {
  const visits: [string, string, string][] = [
    ['14:00', 'Marta V.', 'confirmada'],
    ['14:40', 'Célio A.', 'confirmada'],
    ['15:20', 'Ivone P.', 'remarcada'],
  ];
  const lines = visits.map(([time, name, state], index) => {
    const y = 44 + index * 34;
    const fill = state === 'confirmada' ? '#dcebb2' : '#ffe1b5';
    return `${text(16, y + 18, 12, '#5a5d64', time)}
      <rect x="58" y="${y}" width="178" height="27" rx="7" fill="${fill}"/>
      ${text(68, y + 18, 12, onPaper, name, bold)}
      ${text(228, y + 18, 11, '#3d4412', state, 'text-anchor="end"')}`;
  });
  return `<rect width="250" height="150" fill="#f3f4f0"/>
    ${text(16, 27, 13, onPaper, 'Agenda de hoje', bold)}
    ${text(234, 27, 11, '#5a5d64', 'sexta, 14', 'text-anchor="end"')}${lines.join('')}`;
}

const drawings: Record<AttachmentName, { readonly height: number; readonly draw: () => string }> = {
  nightChat: { height: 150, draw: nightChat },
  revenueChart: { height: 150, draw: revenueChart },
  flowError: { height: 126, draw: flowError },
  agenda: { height: 150, draw: agenda },
};

/** A picture sent in a chat, 250 units wide. */
export function drawAttachment(name: AttachmentName): string {
  const { height, draw } = drawings[name];
  return `<svg class="attachment" viewBox="0 0 250 ${height}">${draw()}</svg>`;
}
