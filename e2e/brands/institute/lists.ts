import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const makeMany = <Item>(count: number, make: (number: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

const LONG_WORDS = [
  'Otorrinolaringologia intervencionista',
  'Eletroneurofisiologia intraoperatória',
  'Videonasofibrolaringoscopia',
  'Responsabilidade interinstitucional',
];
const NAMES = [
  'Guilhermina Wanderley de Vasconcellos Montenegro',
  'Bartolomeu Christóvão Nepomuceno d’Albuquerque',
  'Ó',
];
const pick = (words: readonly string[], number: number): string =>
  words[number % words.length] ?? '';

const opening = (title: string) => ({
  eyebrow: 'Especialização interdisciplinar',
  title,
  intro:
    'Do diagnóstico eletroneurofisiológico ao acompanhamento pós-operatório interinstitucional.',
});
const cta = { label: 'Quero me especializar em otorrinolaringologia' };

const video = (prefix: string) => (number: number) => ({
  id: `${prefix}${String(number).padStart(4, '0')}`,
  title: `${pick(LONG_WORDS, number)} na prática de um ambulatório, parte ${number}`,
  name: pick(NAMES, number),
  role: 'Otorrinolaringologista e coordenadora interinstitucional em Pindamonhangaba',
  quote: 'A interconsulta que eu adiava há anos levou quarenta minutos e mudou três condutas.',
  duration: '59:47',
});

const LONG_SECTIONS = {
  problem: {
    ...opening('O que atrasa a **otorrinolaringologia interdisciplinar**'),
    counterCaption: 'encaminhamentos interinstitucionais que se perdem',
    problems: makeMany(9, (number) => ({
      title: `${pick(LONG_WORDS, number)} sem interconsulta`,
      description: 'O prontuário fica em outro hospital, e a criança volta ao começo da fila.',
    })),
    closing: 'Nove encaminhamentos, uma só sala.',
    cta,
  },
  cases: {
    ...opening('Atendimentos **interdisciplinarmente acompanhados**'),
    labels: {
      averageValue: 'Investimento institucional',
      implementationTime: 'Acompanhamento',
      benefit: 'O que mudou',
    },
    cases: makeMany(7, (number) => ({
      title: `${pick(LONG_WORDS, number)} em um hospital de referência, caso ${number}`,
      description: 'A criança esperava vinte e quatro meses entre a triagem e a cirurgia.',
      averageValue: 'R$ 1.248.970,00',
      implementationTime: 'vinte e quatro meses',
      benefit: 'A espera caiu para seis semanas, com fonoaudióloga desde a primeira consulta.',
      tags: ['Otorrinolaringologia', 'Fonoaudiologia', 'Anestesiologia', 'Eletroneurofisiologia'],
      ...(number % 2 === 0 && {
        flow: {
          alt: 'Da triagem ao acompanhamento',
          nodes: [
            { kind: 'message', label: 'Encaminhamento interinstitucional' },
            { kind: 'agent', label: 'Videonasofibrolaringoscopia' },
            { kind: 'calendar', label: 'Adenoamigdalectomia' },
            { kind: 'person', label: 'Acompanhamento' },
          ],
        },
      }),
    })),
    cta,
  },
  authority: {
    ...opening('Números **interinstitucionais**'),
    cards: makeMany(7, (number) => ({
      number: pick(['12.500', 'R$ 1,248 milhão', '104'], number),
      label: `${pick(LONG_WORDS, number)}`,
      description: 'Contados no prontuário interdisciplinar compartilhado.',
    })),
    highlights: makeMany(9, (number) => ({
      value: `R$ 1.248.970,00 em ${number} anos`,
      label: 'de investimento interinstitucional em otorrinolaringologia pediátrica',
    })),
    cta,
  },
  videos: { ...opening('Doze **interconsultas**'), videos: makeMany(12, video('aulavid')), cta },
  team: { ...opening('Quem **supervisiona**'), videos: makeMany(7, video('equipev')), cta },
  testimonials: {
    ...opening('Quarenta **mensagens de especialistas**'),
    carousel: {
      label: 'Mensagens de especialistas',
      role: 'carrossel',
      slideRole: 'mensagem',
      position: 'Mensagem',
      of: 'de',
      previous: 'Mensagem anterior',
      next: 'Próxima mensagem',
      goTo: 'Ir para a mensagem',
      open: 'Ampliar a mensagem de',
      dialog: 'Mensagem ampliada',
      close: 'Fechar imagem',
    },
    items: makeMany(40, (number) => ({
      id: `mensagem-${number}`,
      name: pick(NAMES, number),
      image: 'recado.jpg',
      highlight: 'A interconsulta otorrinolaringológica saiu em quarenta minutos',
      description: `${pick(LONG_WORDS, number)}, turma interinstitucional ${number}.`,
      alt: `Mensagem ${number} de uma especialista`,
    })),
    cta,
  },
  curriculum: {
    ...opening('{modules} módulos de **otorrinolaringologia**'),
    exclusiveBadge: 'EXCLUSIVO DO INSTITUTO PARALELEPÍPEDO',
    moduleLabel: 'Módulo',
    modules: makeMany(30, (number) => ({
      id: `modulo-${number}`,
      title: `${pick(LONG_WORDS, number)} pediátrica`,
      subtitle: 'Da triagem interinstitucional ao acompanhamento pós-operatório.',
      items: makeMany(6, (item) => ({
        text: `${pick(LONG_WORDS, item)} supervisionada, atendimento ${item}`,
        ...(item === 6 && { exclusive: true }),
      })),
    })),
    schedule: {
      title: 'As **cento e quatro semanas**',
      intro: 'Um ambulatório por etapa.',
      valueLabel: 'Atendimentos',
      steps: makeMany(6, (number) => ({
        weeks: `Semanas ${number * 17 - 16}–${number * 17}`,
        title: pick(LONG_WORDS, number),
        subtitle: 'Atendimentos supervisionados interinstitucionalmente.',
        potentialValue: `${number}.250`,
      })),
      note: 'Números de atendimentos previstos em cada etapa.',
    },
    cta,
  },
};

/** Writes seven sections with long lists and long words. */
export function writeLongSections(folder: string): void {
  for (const [name, content] of Object.entries(LONG_SECTIONS)) {
    writeFileSync(join(folder, `${name}.yaml`), JSON.stringify(content, null, 2));
  }
}
