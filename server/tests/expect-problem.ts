import { expect } from 'vitest';

/** Expects an answer with PostgREST's error body. */
export async function expectProblem(answer: Response, status: number, code: string) {
  const body = await answer.json();
  expect({ status: answer.status, body }).toEqual({
    status,
    body: {
      code,
      message: expect.any(String),
      details: body.details === null ? null : expect.any(String),
      hint: body.hint === null ? null : expect.any(String),
    },
  });
}
