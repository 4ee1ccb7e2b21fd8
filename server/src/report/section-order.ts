import type { ReportData } from './model.ts';

const SECTION_ORDER = [
  'header',
  'hero',
  'problema',
  'casos',
  'autoridade',
  'videos',
  'depoimentos',
  'aplicacao',
  'curriculo',
  'oferta',
  'fundador',
  'equipe',
  'footer',
];

const place = (section: string) => {
  const index = SECTION_ORDER.indexOf(section);
  return index < 0 ? SECTION_ORDER.length : index;
};

/** Sections in the page's order; those it does not know come last. */
export const orderSections = (sections: ReportData['sections']) =>
  sections.toSorted((a, b) => place(a.section) - place(b.section));
