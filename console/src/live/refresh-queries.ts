import type { QueryClient } from '@tanstack/react-query';

interface Course {
  isAskedAgain: boolean;
  end: Promise<void>;
}

/**
 * Asks anew for the queries whose key begins with a name. What runs already is not broken off, or nothing would ever
 * arrive on a slow line under a stream of changes; since its answer may be from before, one more follows it.
 * What it returns resolves once the last of them is there.
 */
export function makeQueryRefresher(client: QueryClient) {
  /** By name that is being refreshed. */
  const courses = new Map<string, Course>();

  async function run(name: string, course: Course): Promise<void> {
    const filter = { queryKey: [name] };
    course.isAskedAgain = client.isFetching(filter) > 0;
    let isMore = true;
    while (isMore) {
      await client.invalidateQueries(filter, { cancelRefetch: false });
      isMore = course.isAskedAgain;
      course.isAskedAgain = false;
    }
    courses.delete(name);
  }

  return (name: string): Promise<void> => {
    const course = courses.get(name);
    if (course) {
      course.isAskedAgain = true;
      return course.end;
    }
    const begun: Course = { isAskedAgain: false, end: Promise.resolve() };
    courses.set(name, begun);
    begun.end = run(name, begun);
    return begun.end;
  };
}
