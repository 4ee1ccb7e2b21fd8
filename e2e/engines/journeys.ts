import type { TestAPI } from 'vitest';
import { Funil } from '../../testkit/funil.ts';
import type { Engine, VisitOptions } from './engine.ts';
import { Visitor } from './visitor.ts';

export interface Journey {
  visitor: Visitor;
  funil: Funil;
}

/** A test of one visit to a server of its own, named after the engine. */
export type JourneyTest = (
  name: string,
  walk: (journey: Journey) => Promise<void>,
  options?: VisitOptions,
) => void;

export function journeysIn(engine: Engine, test: TestAPI): JourneyTest {
  return (name, walk, options) =>
    test(`${engine.name}: ${name}`, async () => {
      await using funil = new Funil();
      await funil.start();
      // Closed before the server ends: what a page sends on leaving still arrives.
      await using visit = await engine.visit(options);
      await walk({ visitor: new Visitor(visit), funil });
    });
}
