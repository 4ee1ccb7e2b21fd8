import type { Conversation } from './chat-model.ts';

const themes = {
  light: `--bar-bg: #fff; --bar-text: #14181c; --soft: #5f6b73; --wall: #efe9df; --dots: #00000010;
    --theirs: #fff; --mine: #dff5c9; --text: #14181c; --chip: #fffdf8; --tick: #2489d8; --field: #fff;
    --accent: #1b7f4d; --on-accent: #fff; --inset: #0000000d; --bar: #1b7f4d; --ring: #efe9df; --link: #0a7a5a;`,
  dark: `--bar-bg: #14191d; --bar-text: #eef1f2; --soft: #96a3ab; --wall: #0b0f11; --dots: #ffffff0b;
    --theirs: #20282e; --mine: #14503c; --text: #eef1f2; --chip: #1b2227; --tick: #58bff0; --field: #20282e;
    --accent: #25a56a; --on-accent: #06130c; --inset: #00000040; --bar: #5fd39b; --ring: #0b0f11; --link: #5fd39b;`,
};

const wallpaper = (colour: string) =>
  `url("data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120" fill="none" stroke="${colour}" stroke-width="1.5" stroke-linecap="round"><circle cx="18" cy="22" r="5"/><path d="M23 22h16q6 0 6 6v10"/><circle cx="45" cy="43" r="5"/><path d="M82 14l9 9m0-9l-9 9"/><rect x="74" y="52" width="18" height="13" rx="4"/><path d="M92 58h20"/><path d="M14 80q8-10 16 0t16 0"/><circle cx="64" cy="96" r="7"/><path d="M64 89v-5m0 24v-5m-7-7h-5m24 0h-5"/><path d="M98 92v14m-7-7h14"/></svg>`,
  )}")`;

export function chatStyle({ theme, phone, fontSize = 16 }: Conversation): string {
  const dots = theme === 'light' ? '#00000012' : '#ffffff0c';
  return `
    body { ${themes[theme]} --radius: ${phone === 'ios' ? 17 : 12}px; display: flex; flex-direction: column;
      font: 400 ${fontSize}px/1.32 Text; color: var(--text); background: var(--wall) ${wallpaper(dots)}; }
    .status { display: flex; align-items: center; justify-content: space-between; background: var(--bar-bg);
      color: var(--bar-text); font-weight: 600; flex: none; }
    .status span { display: flex; align-items: center; gap: 6px; }
    .android .status { height: 34px; padding: 4px 18px 0; font-size: 14px; }
    .ios .status { height: 45px; padding: 8px 26px 0 36px; font-size: 16.5px; }
    .ios .status span { font-size: 14px; }
    .head { display: flex; align-items: center; background: var(--bar-bg); color: var(--bar-text); flex: none;
      box-shadow: 0 1px 0 var(--inset); }
    .android .head { height: 62px; padding: 0 10px 0 8px; gap: 8px; }
    .ios .head { height: 56px; padding: 0 16px 0 4px; gap: 6px; }
    .head .who { flex: 1; min-width: 0; padding-left: 4px; }
    .head strong, .head small { display: block; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
    .head strong { font-size: 18px; line-height: 1.25; font-weight: 600; }
    .head small { font-size: 13.5px; color: var(--soft); }
    .head .back { display: flex; align-items: center; font-size: 17px; }
    .ios .head .back, .ios .head .tools { color: var(--link); }
    .head .tools { display: flex; align-items: center; gap: 20px; }
    .face { border-radius: 50%; overflow: hidden; flex: none; display: block; }
    .face svg { width: 100%; height: 100%; }
    .head .face { width: 42px; height: 42px; }
    .talk { flex: 1; min-height: 0; display: flex; flex-direction: column; justify-content: flex-end;
      padding: 8px 12px 10px; }
    .chip { align-self: center; background: var(--chip); color: var(--soft); font-size: 12.5px; font-weight: 600;
      padding: 5px 12px; border-radius: 9px; box-shadow: 0 1px 1px #00000014; margin: 6px 0 8px; }
    .row { display: flex; margin-top: 3px; }
    .row.first { margin-top: 9px; } .chip + .row { margin-top: 0; }
    .row.mine { justify-content: flex-end; }
    .row.reacted { margin-bottom: 18px; }
    .foot { display: flex; align-items: center; gap: 8px; flex: none; color: var(--soft); }
    .android .foot { padding: 4px 8px 10px; }
    .ios .foot { padding: 8px 14px 10px; background: var(--bar-bg); gap: 14px; color: var(--bar-text); }
    .foot .field { flex: 1; display: flex; align-items: center; gap: 12px; background: var(--field);
      color: var(--soft); font-size: 17px; }
    .foot .field span { flex: 1; }
    .android .field { height: 48px; border-radius: 24px; padding: 0 14px; box-shadow: 0 1px 1px #00000014; }
    .ios .field { height: 36px; border-radius: 18px; padding: 0 10px 0 14px; border: 1px solid #8886; }
    .foot .talkback { width: 48px; height: 48px; border-radius: 50%; background: var(--accent);
      color: var(--on-accent); display: grid; place-items: center; }
    .home { flex: none; height: 20px; display: grid; place-items: center; }
    .ios .home { background: var(--bar-bg); height: 24px; }
    .home::after { content: ''; width: 124px; height: 4.5px; border-radius: 3px; background: var(--bar-text); opacity: .8; }
  `;
}
