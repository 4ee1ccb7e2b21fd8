/** Emphasizes the parts between `**` and `**`. */
export function Emphasis({ text }: { text: string }) {
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
