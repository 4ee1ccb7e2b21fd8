/** A description of the content's schema; text between backticks is shown as code. */
export const Help = ({ id, children }: { id?: string; children: string }) => {
  const [start, ...rest] = children.split('`');
  return (
    <p className="text-small text-muted page-help" id={id}>
      {start}
      {rest.map((part, at) => {
        const place = `${at} ${part}`;
        return at % 2 === 0 ? <code key={place}>{part}</code> : part;
      })}
    </p>
  );
};
