/** Emphasizes the parts between `**` and `**`. */
export function Emphasis({ text }: { text: string }) {
  const [textBefore, ...pieces] = text.split('**');
  const emphases = pieces.flatMap((piece, index) =>
    index % 2 === 0 ? [{ index, emphasized: piece, textAfter: pieces[index + 1] ?? '' }] : [],
  );
  return (
    <>
      {textBefore}
      {emphases.map(({ index, emphasized, textAfter }) => (
        <span key={index}>
          <em className="emphasis">{emphasized}</em>
          {textAfter}
        </span>
      ))}
    </>
  );
}
