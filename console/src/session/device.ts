/** Where this browser keeps the token by which the sign-in recognizes it; signing out leaves it. */
const DEVICE_KEY = 'funil-console-device';

/** This browser's token for the sign-in; one for this page alone where nothing can be kept. */
export function readDevice(): string {
  try {
    const kept = localStorage.getItem(DEVICE_KEY);
    if (kept !== null) return kept;
    const made = makeDevice();
    localStorage.setItem(DEVICE_KEY, made);
    return made;
  } catch {
    // No storage: the device is recognized by its address only.
    return makeDevice();
  }
}

// Without crypto.randomUUID, which pages without TLS lack.
const makeDevice = () => [...crypto.getRandomValues(new Uint32Array(4))].map(toHex).join('');

const toHex = (number: number) => number.toString(16).padStart(8, '0');
