import { hashFiles } from './build-inputs.ts';

const INPUTS = ['brand', 'contract/src', 'site', 'package-lock.json'];

/** A fingerprint of everything the built site depends on, the public configuration included. */
export function hashInputs(): string {
  const hash = hashFiles([process.env.CONTENT_DIR || 'content', ...INPUTS]);
  for (const name of Object.keys(process.env).sort()) {
    if (name.startsWith('PUBLIC_')) hash.update(`${name}=${process.env[name]}\0`);
  }
  return hash.digest('hex');
}
