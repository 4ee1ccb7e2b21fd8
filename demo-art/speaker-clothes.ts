export type Clothes = 'tee' | 'shirt' | 'blazer';

const shape =
  'M60 1520c4-220 40-340 190-392 92-32 190-60 246-118 18-18 20-40 20-60h168c0 20 2 42 20 60 56 58 154 86 246 118 150 52 186 172 190 392Z';
const shadow = 'M704 1010c56 58 154 86 246 118 150 52 186 172 190 392H820Z';

const darken = 'fill="#0b0d10" fill-opacity=".12"';

/** What lies under the neck. */
export const drawBody = (colour: string) =>
  `<path d="${shape}" fill="${colour}"/><path d="${shadow}" ${darken}/>`;

/** What lies over the neck: a round collar, a shirt's, or a jacket's lapels over a dark shirt. */
export const drawCollar: Record<Clothes, (colour: string) => string> = {
  tee: (
    colour,
  ) => `<path d="M484 1010c22 88 66 132 116 132s94-44 116-132" fill="none" stroke="${colour}" stroke-width="40" stroke-linecap="round"/>
    <path d="M500 1012c22 74 58 110 100 110s78-36 100-110" fill="none" stroke="#0b0d10" stroke-opacity=".22" stroke-width="6"/>`,
  shirt: (
    colour,
  ) => `<g fill="${colour}" stroke="#0b0d10" stroke-opacity=".24" stroke-width="6" stroke-linejoin="round">
    <path d="M600 1150V1500" fill="none"/><path d="M492 960c-20 24-34 44-46 70l82 172 72-96c-54-30-92-80-108-146Z"/>
    <path d="M708 960c20 24 34 44 46 70l-82 172-72-96c54-30 92-80 108-146Z"/></g>`,
  blazer: (
    colour,
  ) => `<path d="M482 1000l106 520h24l106-520c-26 66-66 104-118 104s-92-38-118-104Z" fill="#f5f2ea"/>
    <path d="M482 996c-26 34-66 54-104 68l-28 138 72 26-44 46 214 246h4Z" fill="${colour}"/>
    <path d="M718 996c26 34 66 54 104 68l28 138-72 26 44 46-204 246h-22Z" fill="${colour}"/>
    <path d="M718 996c26 34 66 54 104 68l28 138-72 26 44 46-204 246h-22Z" ${darken}/>
    <g fill="none" stroke="#f5f2ea" stroke-opacity=".34" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"><path d="M350 1202l72 26-44 46 214 246"/><path d="M850 1202l-72 26 44 46-204 246"/></g>`,
};
