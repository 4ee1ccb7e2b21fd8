interface Props {
  query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** At the foot of a list that goes on. */
export function ShowMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: Props) {
  if (!hasNextPage) return null;
  return (
    <button
      type="button"
      className="button"
      disabled={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      Mostrar mais
    </button>
  );
}
