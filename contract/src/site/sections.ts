// Page, editor, reports and simulator take the sections between hero and footer from this list.

interface SectionInfo {
  /** The section's key in `<key>.yaml`. */
  readonly content: string;
  readonly label: string;
  /** The section's background, unless a neighbor has the same (grounds.ts). */
  readonly tone: 'ink' | 'paper' | 'accent';
  /** The estimated height in px until the browser draws the section; omitted if near 1,500 and 1,150. */
  readonly height?: readonly [phone: number, desktop: number];
  /** The release that added the section. A page whose content does not list its sections omits such a section. */
  readonly since?: string;
}

/** Sections by `data-section`, in the demonstration's order. */
export const SECTIONS = {
  problema: { content: 'problem', label: 'O problema', tone: 'ink' },
  casos: { content: 'cases', label: 'Casos', tone: 'paper', height: [2800, 2100] },
  autoridade: { content: 'authority', label: 'Autoridade', tone: 'ink', height: [1500, 1750] },
  videos: { content: 'videos', label: 'Vídeos', tone: 'ink' },
  depoimentos: { content: 'testimonials', label: 'Depoimentos', tone: 'paper' },
  aplicacao: { content: 'application', label: 'Aplicação', tone: 'accent' },
  curriculo: { content: 'curriculum', label: 'Currículo', tone: 'paper', height: [2100, 2100] },
  oferta: { content: 'offer', label: 'Oferta', tone: 'ink' },
  perguntas: {
    content: 'faq',
    label: 'Perguntas',
    tone: 'ink',
    height: [920, 1150],
    since: '1.0.0',
  },
  fundador: { content: 'founder', label: 'Quem fundou', tone: 'paper' },
  equipe: { content: 'team', label: 'Equipe', tone: 'ink' },
} as const satisfies Readonly<Record<string, SectionInfo>>;

export type SectionName = keyof typeof SECTIONS;

export type SectionContent = (typeof SECTIONS)[SectionName]['content'];

export const sectionNames = Object.keys(SECTIONS) as [SectionName, ...SectionName[]];

export const sectionInfo = (name: SectionName): SectionInfo => SECTIONS[name];
