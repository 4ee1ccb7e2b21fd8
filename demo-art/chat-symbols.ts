const line = (size: number, paths: string, width = 2) =>
  `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`;
const solid = (size: number, paths: string) =>
  `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="currentColor">${paths}</svg>`;

export const symbols = {
  arrowLeft: line(24, '<path d="M20 12H4m7-7-7 7 7 7"/>'),
  chevronLeft: line(28, '<path d="m15 4-8 8 8 8"/>', 2.4),
  video: line(
    25,
    '<rect x="2.5" y="6" width="13" height="12" rx="3"/><path d="m15.5 11 6-3.5v9l-6-3.5"/>',
    1.9,
  ),
  call: line(
    22,
    '<path d="M5 3.5h3.5l1.7 4.7L8 10a13 13 0 0 0 6 6l1.8-2.2 4.7 1.7V19c0 .8-.7 1.5-1.5 1.5C11 20.5 3.5 13 3.5 5c0-.8.7-1.5 1.5-1.5Z"/>',
    1.9,
  ),
  more: solid(
    22,
    '<circle cx="12" cy="5" r="1.9"/><circle cx="12" cy="12" r="1.9"/><circle cx="12" cy="19" r="1.9"/>',
  ),
  smile: line(
    23,
    '<circle cx="12" cy="12" r="9"/><path d="M8 14.2q4 3.6 8 0M9 9.5v.1M15 9.5v.1"/>',
    1.9,
  ),
  clip: line(
    22,
    '<path d="m20 11-8.5 8.5a5 5 0 0 1-7-7L13 4a3.4 3.4 0 0 1 4.8 4.8l-8.4 8.3a1.7 1.7 0 0 1-2.4-2.4L14.5 7.2"/>',
    1.9,
  ),
  camera: line(
    23,
    '<path d="M3 8.5C3 7.4 3.9 6.5 5 6.5h2.5L9 4h6l1.5 2.5H19c1.1 0 2 .9 2 2V18c0 1.1-.9 2-2 2H5a2 2 0 0 1-2-2Z"/><circle cx="12" cy="13" r="3.6"/>',
    1.9,
  ),
  mic: line(
    23,
    '<rect x="9" y="3" width="6" height="11" rx="3" fill="currentColor"/><path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3"/>',
    1.9,
  ),
  plus: line(27, '<path d="M12 4v16M4 12h16"/>', 1.9),
  play: solid(
    26,
    '<path d="M7 4.6c0-1.2 1.3-1.9 2.3-1.3l11 7.3c.9.600.9 1.9 0 2.5l-11 7.3c-1 .7-2.3 0-2.3-1.2Z"/>',
  ),
  ticks:
    '<svg width="18" height="12" viewBox="0 0 18 12" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"><path d="m1 6.5 3.5 3.7L11.5 2M8 9l1.2 1.2L16.5 2"/></svg>',
  document:
    '<svg width="30" height="36" viewBox="0 0 30 36"><path d="M4 0h15l11 11v21c0 2.2-1.8 4-4 4H4c-2.2 0-4-1.8-4-4V4c0-2.2 1.8-4 4-4Z" fill="#e5533d"/><path d="m19 0 11 11H22c-1.7 0-3-1.3-3-3Z" fill="#ffffff66"/><text x="15" y="28" font-family="Text" font-weight="700" font-size="10.5" fill="#fff" text-anchor="middle">PDF</text></svg>',
  download: line(20, '<path d="M12 4v11m-5-4.5 5 5 5-5M5 20h14"/>', 1.9),
  pix: '<svg width="40" height="40" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="#12866b"/><path d="m12 20.5 5.5 5.5L28.5 14.5" fill="none" stroke="#fff" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round"/></svg>',
  signal:
    '<svg width="18" height="13" viewBox="0 0 18 13" fill="currentColor"><rect y="9" width="3.4" height="4" rx="1"/><rect x="4.8" y="6" width="3.4" height="7" rx="1"/><rect x="9.6" y="3" width="3.4" height="10" rx="1"/><rect x="14.4" width="3.4" height="13" rx="1"/></svg>',
  wifi: '<svg width="17" height="13" viewBox="0 0 17 13" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"><path d="M1.5 5a10 10 0 0 1 14 0M4.3 8a6 6 0 0 1 8.4 0"/><circle cx="8.5" cy="11" r="1" fill="currentColor" stroke-width="1"/></svg>',
};

export function drawBattery(percent: number, low: string): string {
  const fill = percent <= 30 ? low : 'currentColor';
  return `<svg width="27" height="13" viewBox="0 0 27 13"><rect x=".6" y=".6" width="22.8" height="11.8" rx="3.6" fill="none" stroke="currentColor" stroke-opacity=".45" stroke-width="1.2"/><rect x="2.3" y="2.3" width="${((19.4 * percent) / 100).toFixed(1)}" height="8.4" rx="2.1" fill="${fill}"/><path d="M25 4.3c1.300.4 1.3 4 0 4.4Z" fill="currentColor" fill-opacity=".5"/></svg>`;
}
