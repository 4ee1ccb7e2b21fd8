import { expect } from 'vitest';

export async function expectProblem(response: Response, status: number, code: string) {
  const body = await response.json();
  expect({ status: response.status, body }).toEqual({
    status,
    body: {
      code,
      message: expect.any(String),
      details: body.details === null ? null : expect.any(String),
      hint: body.hint === null ? null : expect.any(String),
    },
  });
}
