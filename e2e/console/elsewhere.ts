import type { SubjectChange } from '@funil/contract/console/subjects';
import { expect } from '@playwright/test';
import type { Desk } from './desk.ts';

/**
 * What the other operator, at another desk, asks the console for.
 * @param path below `/console/v1/`
 * @returns the answer's JSON; an answer that is not a good one fails the test
 */
export async function askElsewhere(
  { url, session }: Desk,
  method: string,
  path: string,
  body?: unknown,
) {
  const answer = await fetch(`${url}/console/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${session.access_token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(answer.status, `${method} ${path}`).toBe(200);
  return answer.json();
}

/** The other operator changes a lead's state or note. */
export const changeElsewhere = (desk: Desk, id: string | undefined, change: SubjectChange) =>
  askElsewhere(desk, 'PATCH', `subjects/lead:${id}`, change);

/** Everything that one answer for a path has, to look for words in. */
export const readElsewhere = async (desk: Desk, path: string): Promise<string> =>
  JSON.stringify(await askElsewhere(desk, 'GET', path));
