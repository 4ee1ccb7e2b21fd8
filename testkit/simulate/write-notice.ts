import { type PlannedNotice, readSample, type Signed } from './platforms/simulator.ts';
import { SIMULATORS } from './platforms/simulators.ts';

/** Returns a notice as its platform sends it: a copy of the platform's real sample with some fields changed, and the headers and query that authenticate it. */
export function writeNotice(
  notice: PlannedNotice,
  secret: string,
): Signed & { body: Buffer<ArrayBuffer> } {
  const { platform } = notice.sale;
  const { samples, fill, encode, sign } = SIMULATORS[platform];
  const filled: object = JSON.parse(readSample(platform, samples[notice.kind] ?? ''));
  for (const [path, value] of Object.entries(fill(notice, secret))) {
    const steps = path.split('.');
    const field = steps.pop() ?? '';
    const parent = steps.reduce((node, step) => Reflect.get(node, step) ?? {}, filled);
    if (!Object.hasOwn(parent, field))
      throw new Error(`${platform} ${notice.kind} has no ${path}.`);
    Reflect.set(parent, field, value);
  }
  const body = Buffer.from(encode?.(filled, notice) ?? JSON.stringify(filled));
  const { headers, query = {} } = sign?.(body, secret, notice) ?? {};
  return { headers: { 'content-type': 'application/json', ...headers }, query, body };
}
