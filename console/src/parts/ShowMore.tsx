import { Button } from './Button.tsx';

interface Props {
  query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** Loads a list's next page. */
export function ShowMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: Props) {
  if (!hasNextPage) return null;
  return (
    <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      Mostrar mais
    </Button>
  );
}
