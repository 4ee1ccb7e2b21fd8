/** Says that a message goes out without the link that its text has. */
export function LinkLack({ lack }: { lack: string | null }) {
  if (lack === null) return null;
  return <p className="small muted">Vai sem o link de pagamento: {lack}</p>;
}
