export type ReactionName = 'heart' | 'thumb' | 'laugh' | 'fire' | 'clap';

const yellow = '#ffcc4d';

const shapes: Record<ReactionName, string> = {
  heart:
    '<path d="M12 21C4 15.5 2 11.5 2 8.2 2 5.2 4.3 3 7.1 3 9 3 10.9 4 12 6c1.1-2 3-3 4.9-3C19.7 3 22 5.2 22 8.2c0 3.3-2 7.3-10 12.8Z" fill="#e0314b"/>',
  thumb: `<path d="M8 21V10.5l3.6-7.6c1.8-.6 3.2.7 2.9 2.6L13.9 9H19c1.7 0 2.6 1.3 2.2 2.8l-2 7c-.3 1.3-1.3 2.2-2.7 2.2Z" fill="${yellow}"/><rect x="2.5" y="10.5" width="4.5" height="10.5" rx="1.5" fill="#e8a92f"/>`,
  laugh: `<circle cx="12" cy="12" r="10" fill="${yellow}"/><path d="M5.5 12.5h13c0 4.2-2.8 7-6.5 7s-6.5-2.8-6.5-7Z" fill="#5b3a13"/><path d="M8 17.8c2-1.7 6-1.7 8 0-1 1-2.4 1.7-4 1.7s-3-.7-4-1.7Z" fill="#e4566b"/><path d="M5.5 9.5q2-2.5 4 0M14.5 9.5q2-2.5 4 0" fill="none" stroke="#5b3a13" stroke-width="1.6" stroke-linecap="round"/>`,
  fire: '<path d="M12.5 1.5c1 4 6.5 6.5 6.5 13 0 4.5-3 8-7 8s-7-3.3-7-7.5c0-3.5 2-5.5 3-8 1 1 1.7 2 2 3.2 2-2 3-5 2.5-8.7Z" fill="#f4801f"/><path d="M12.5 11.5c.5 2.5 3 3.5 3 6.5 0 2.4-1.5 4-3.5 4s-3.5-1.6-3.5-3.8c0-2.7 3.2-3.7 4-6.7Z" fill="#ffd35c"/>',
  clap: `<path d="M6 13.5 11.5 5c.8-1.2 2.5-.2 1.9 1.1l-2 4.3 5.4-5.3c1.2-1.1 2.7.4 1.7 1.6l-4.3 5 4.8-3.4c1.3-.8 2.4.9 1.2 1.8l-4.6 3.8 3.6-1.6c1.3-.5 2 1.2.9 1.9C16 18.5 13.5 22 9.5 21.5 5.5 21 3.5 17 6 13.5Z" fill="${yellow}"/><path d="M6.5 4.5 5 2.5M3.5 7 1.5 6M9.5 3V1" stroke="#f4a020" stroke-width="1.5" stroke-linecap="round"/>`,
};

export function drawReaction(name: ReactionName): string {
  return `<svg width="17" height="17" viewBox="0 0 24 24">${shapes[name]}</svg>`;
}
