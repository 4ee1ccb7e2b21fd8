export type HairStyle = 'curls' | 'fade' | 'bob' | 'afro' | 'waves' | 'quiff';

interface Hair {
  readonly behind: string;
  readonly front: string;
}

const curl = (x: number, y: number, r: number) => `<circle cx="${x}" cy="${y}" r="${r}"/>`;

const longCurls = [
  curl(120, 44, 30) + curl(92, 50, 26) + curl(148, 50, 26) + curl(72, 72, 24) + curl(168, 72, 24),
  curl(62, 100, 24) + curl(178, 100, 24) + curl(60, 130, 24) + curl(180, 130, 24),
  curl(66, 158, 24) + curl(174, 158, 24) + curl(84, 172, 22) + curl(156, 172, 22),
].join('');

const shortCurls = [
  curl(120, 46, 24) + curl(94, 50, 22) + curl(146, 50, 22) + curl(76, 68, 19) + curl(164, 68, 19),
  curl(72, 90, 15) + curl(168, 90, 15),
].join('');

/** Hair on a 240-unit square, drawn around the face of `avatar.ts`, behind it and over it. */
export const hairStyles: Record<HairStyle, Hair> = {
  curls: {
    behind: longCurls,
    front: `<path d="M75 100C70 62 92 44 114 44c-2 24-18 44-39 56Z"/><path d="M165 100c5-38-18-58-55-54 6 24 28 45 55 54Z"/>`,
  },
  fade: {
    behind: `<path d="M76 104C68 58 88 40 120 40s52 18 44 64Z"/>`,
    front: `<path d="M77 98c-6-38 10-58 44-58 32 0 48 20 42 58-2-18-7-27-14-30-18 4-40 4-58 0-7 3-12 12-14 30Z"/>`,
  },
  bob: {
    behind: `<path d="M62 168V94c0-38 24-60 58-60s58 22 58 60v74c-14 8-102 8-116 0Z"/>`,
    front: `<path d="M74 112c-6-44 12-70 60-70-8 28-30 46-60 70Z"/><path d="M166 112c4-42-8-68-44-70 6 30 22 50 44 70Z"/>`,
  },
  afro: {
    behind: shortCurls,
    front: `<path d="M75 100c-3-40 16-56 45-56s48 16 45 56c-5-18-11-24-19-28-17 3-35 3-52 0-8 4-14 10-19 28Z"/>`,
  },
  waves: {
    behind: `<path d="M66 128c-12-14-8-30-4-40 0-34 26-52 58-52s58 18 58 52c4 10 8 26-4 40-30 10-78 10-108 0Z"/>`,
    front: `<path d="M75 102c-6-38 10-58 40-60 20-2 38 6 46 20 6 10 7 24 5 40-13-8-20-16-25-28-18 10-46 8-66 28Z"/>`,
  },
  quiff: {
    behind: `<path d="M78 100c-4-30 8-50 42-50s46 20 42 50Z"/>`,
    front: `<path d="M76 100c-8-28-2-44 10-48 2-18 26-24 46-20 26 2 42 22 32 68-2-14-8-24-14-28-22 6-42 2-58-6-8 8-13 18-16 34Z"/>`,
  },
};
