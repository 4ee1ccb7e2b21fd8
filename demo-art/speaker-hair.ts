export type SpeakerHair = 'long' | 'fade' | 'bob' | 'quiff' | 'bun' | 'afro' | 'braids';

interface Hair {
  readonly behind: string;
  readonly front: string;
}

const curl = (x: number, y: number, r: number) => `<circle cx="${x}" cy="${y}" r="${r}"/>`;

const afro = [
  [600, 372, 92],
  [512, 384, 84],
  [690, 384, 84],
  [444, 442, 74],
  [756, 442, 74],
  [418, 524, 56],
  [782, 524, 56],
] as const;

const braids = [388, 422, 456, 490, 710, 744, 778, 812] as const;

/** Close-cropped: a hairline with temples. */
const cropped =
  'M428 616C404 440 486 350 600 350s196 90 172 266C770 560 760 520 742 492 700 464 652 458 600 458s-100 6-142 34C440 520 430 560 428 616Z';

const shine = (path: string) =>
  `<path d="${path}" fill="none" stroke="#fff" stroke-opacity=".14" stroke-width="8" stroke-linecap="round"/>`;

/** Hair in the portrait's units, around the face of `portrait-face.ts`, behind it and over it. */
export const speakerHair: Record<SpeakerHair, Hair> = {
  long: {
    behind:
      '<path d="M352 1120C396 920 376 760 388 600 398 420 480 318 600 318s202 102 212 282c12 160-8 320 36 520-90 34-160 10-248 10s-158 24-248-10Z"/>',
    front: `<path d="M606 350C520 400 462 478 442 620 432 700 430 800 404 900 380 800 378 690 388 590 400 424 490 326 606 326Z"/><path d="M594 350C680 400 738 478 758 620 768 700 770 800 796 900 820 800 822 690 812 590 800 424 710 326 594 326Z"/>
      ${shine('M416 560C430 470 474 402 534 370')}${shine('M784 560C770 470 726 402 666 370')}`,
  },
  fade: { behind: '', front: `<path d="${cropped}"/>` },
  bob: {
    behind:
      '<path d="M390 930C350 800 372 660 384 590 396 416 484 312 604 312s212 106 216 278c6 70 34 210-6 340-60 34-120 26-166 0h-92c-46 26-106 34-166 0Z"/>',
    front: `<path d="M704 344C664 470 566 536 436 596 428 660 430 720 408 790 380 700 380 630 390 570 408 424 504 318 622 318 660 318 692 328 704 344Z"/><path d="M688 338C736 410 768 490 776 600 780 660 776 720 796 790 824 700 822 630 814 570 802 436 768 352 688 338Z"/>
      ${shine('M420 560C444 474 512 412 606 372')}`,
  },
  quiff: {
    behind: '',
    front: `<path d="M428 622C402 500 420 424 452 404 446 322 548 286 668 306 776 320 812 430 772 622 768 560 752 510 734 476 656 500 556 474 500 434 462 474 438 540 428 622Z"/>
      ${shine('M482 400C530 348 610 340 690 366')}${shine('M520 424C570 384 640 382 708 412')}`,
  },
  bun: {
    behind: `${curl(600, 292, 92)}<path d="M398 640C376 440 470 338 600 338s224 102 202 302Z"/>${curl(600, 292, 92)}`,
    front: `<path d="M424 640C390 446 476 338 600 338s210 108 176 302C764 560 716 486 600 446 484 486 436 560 424 640Z"/>
      ${shine('M446 540C470 460 520 410 574 394')}${shine('M754 540C730 460 680 410 626 394')}${shine('M548 268C566 236 620 230 648 258')}`,
  },
  afro: {
    behind: afro.map(([x, y, r]) => curl(x, y, r)).join(''),
    front: `<path d="${cropped}"/>${afro.map(([x, y, r]) => shine(`M${x - r * 0.5} ${y - r * 0.3}A${r * 0.6} ${r * 0.6} 0 0 1 ${x + r * 0.4} ${y - r * 0.42}`)).join('')}`,
  },
  braids: {
    behind: `<path d="M384 700C360 440 462 316 600 316s240 124 216 384Z"/>${braids.map((x, index) => `<rect x="${x - 18}" y="580" width="36" height="${index % 2 ? 540 : 490}" rx="18"/>${shine(`M${x - 6} 740V${index % 2 ? 1060 : 1010}`)}`).join('')}`,
    front: `<path d="M424 640C392 446 476 330 600 330s208 116 176 310C764 560 716 480 600 430 484 480 436 560 424 640Z"/>
      ${[500, 550, 600, 650, 700].map((x) => shine(`M${600 + (x - 600) * 0.6} 344Q${x} 380 ${600 + (x - 600) * 1.18} ${440 + Math.abs(x - 600) * 0.42}`)).join('')}
`,
  },
};
