import { Text } from './Text.tsx';

/** Renders text with the parts between `**` and `**` emphasized. */
export const Emphasis = ({ text }: { text: string }) => (
  <Text text={text}>{(one) => <EmphasizedText text={one} />}</Text>
);

function EmphasizedText({ text }: { text: string }) {
  const [before, ...pieces] = text.split('**');
  const pairs = pieces.flatMap((piece, index) =>
    index % 2 === 0 ? [{ place: index, marked: piece, after: pieces[index + 1] ?? '' }] : [],
  );
  return (
    <>
      {before}
      {pairs.map(({ place, marked, after }) => (
        <span key={place}>
          <em className="emphasis">{marked}</em>
          {after}
        </span>
      ))}
    </>
  );
}
