import type { Action, Fact, Letter } from './letter.ts';
import { manyLines, oneLine, withoutLinks } from './typed-text.ts';
import { LINE } from './words.ts';

/** Most characters shown of an answer. */
export const ANSWER = 2_000;

const line = (text: string) => withoutLinks(oneLine(text, LINE));
const indented = (lines: readonly string[]) => lines.map((text) => (text ? `  ${text}` : ''));

/** A letter as plain text. */
export function renderText(letter: Letter, foot: string): string {
  const { strip, warning, answers, people, closing } = letter;
  const paragraphs: (readonly string[])[] = [
    [line(letter.kicker).toLocaleUpperCase('pt-BR'), line(letter.title), line(letter.subtitle)],
    strip === null ? [] : [line(strip.text), line(strip.note)],
    warning === null ? [] : [`Atenção: ${line(warning)}`],
    ...letter.actions.filter(({ href }) => !href.startsWith('mailto:')).map(writeAction),
    writeFacts(letter.facts),
    ...answers.map(({ question, text }) => [
      question,
      ...indented(manyLines(text, ANSWER).map(withoutLinks)),
    ]),
    writeFacts(letter.details),
    ...people.map(({ name, phone, detail, isSuspect, action }) => [
      `${line(name)}${isSuspect ? ' [parece robô]' : ''}`,
      ...indented([line(phone), line(detail), action?.href ?? ''].filter(Boolean)),
    ]),
    [line(closing)],
    ['--', line(foot)],
  ];
  return paragraphs
    .map((lines) =>
      lines
        .filter((text, index) => text !== '' || index > 1)
        .join('\n')
        .trimEnd(),
    )
    .filter((text) => text !== '')
    .join('\n\n');
}

const writeAction = ({ label, href }: Action): string[] => [`${label}:`, href];

const writeFacts = (facts: readonly Fact[]): string[] =>
  facts
    .map(({ label, value, isContact }) => {
      const shown = oneLine(value, LINE);
      return shown === '' ? '' : `${label}: ${isContact ? shown : withoutLinks(shown)}`;
    })
    .filter((text) => text !== '');
