/** Styles of one message, its quote, cards, voice note and reactions. */
export const bubbleStyle = `
  .bubble { position: relative; max-width: 316px; padding: 7px 11px 8px; border-radius: var(--radius);
    background: var(--theirs); box-shadow: 0 1px 1px #0000001a; }
  .mine .bubble { background: var(--mine); }
  .first .bubble::before { content: ''; position: absolute; top: 0; width: 14px; height: 13px;
    background: inherit; }
  .theirs.first .bubble { border-top-left-radius: 0; }
  .mine.first .bubble { border-top-right-radius: 0; }
  .theirs.first .bubble::before { left: -8px; clip-path: path('M2 0H14V13L1 2.6C0 1.5 .6 0 2 0Z'); }
  .mine.first .bubble::before { right: -8px; clip-path: path('M12 0H0V13L13 2.6C14 1.5 13.4 0 12 0Z'); }
  .author { display: block; font-size: .86em; font-weight: 650; margin-bottom: 1px; }
  .text { overflow-wrap: anywhere; }
  .gap { display: inline-block; width: 46px; height: 1px; }
  .mine .gap { width: 66px; }
  .meta { position: absolute; right: 10px; bottom: 5px; display: flex; align-items: center; gap: 4px;
    font-size: 12px; line-height: 1.2; color: var(--soft); }
  .mine .meta { color: color-mix(in srgb, var(--text) 62%, var(--mine)); }
  .meta svg { color: var(--tick); width: 17px; }
  .quote { background: var(--inset); border-left: 4px solid var(--bar); border-radius: 7px; padding: 5px 10px 6px;
    margin: -1px -5px 5px; font-size: .875em; line-height: 1.3; }
  .quote b { display: block; color: var(--bar); font-weight: 650; }
  .quote span { color: var(--soft); display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical;
    overflow: hidden; }
  .voice { width: 278px; padding-bottom: 24px; }
  .audio { display: flex; align-items: center; gap: 9px; color: var(--soft); padding-top: 1px; }
  .audio > svg { flex: none; }
  .audio .face { width: 40px; height: 40px; }
  .wave { flex: 1; display: flex; align-items: center; justify-content: space-between; height: 30px; }
  .wave i { width: 3px; border-radius: 2px; background: var(--soft); opacity: .75; }
  .wave .played { background: var(--tick); opacity: 1; }
  .length { position: absolute; left: 46px; bottom: 5px; font-size: 12px; line-height: 1.2; color: var(--soft); }
  .picture { padding: 4px; width: 272px; }
  .attachment { width: 264px; height: auto; border-radius: calc(var(--radius) - 4px); }
  .theirs.first .attachment { border-top-left-radius: 3px; }
  .picture .author { padding: 2px 6px 3px; }
  .picture .text { padding: 5px 7px 3px; }
  .card { padding: 4px 4px 25px; width: 272px; }
  .pix, .document { background: var(--inset); border-radius: calc(var(--radius) - 4px); padding: 12px; }
  .pix-top { display: flex; align-items: center; gap: 12px; }
  .pix small, .document small { display: block; font-size: 13px; color: var(--soft); }
  .pix strong { display: block; font-size: 24px; line-height: 1.15; font-weight: 680; letter-spacing: -.01em; }
  .pix dl { display: grid; grid-template-columns: auto 1fr; gap: 3px 12px; margin-top: 11px; padding-top: 10px;
    border-top: 1px dashed color-mix(in srgb, var(--soft) 45%, transparent); font-size: 13.5px; }
  .pix dt { color: var(--soft); } .pix dd { text-align: right; font-weight: 550; }
  .document { display: flex; align-items: center; gap: 12px; }
  .document strong { display: block; font-size: 15px; font-weight: 600; line-height: 1.3; }
  .reactions { position: absolute; bottom: -20px; left: 10px; display: flex; align-items: center; gap: 2px;
    padding: 3px 6px; border-radius: 14px; background: var(--theirs); border: 2px solid var(--ring);
    z-index: 1; }
  .reactions em { font: 600 12.5px/1 Text; color: var(--soft); padding: 0 2px 0 3px; }
`;
