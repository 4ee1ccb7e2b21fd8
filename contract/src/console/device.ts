/**
 * Request header of the sign-in with the client's random and lasting device id: 20 to 64 letters, digits, `_` or `-`. It proves
 * nothing; it only gives a known device its own limit of attempts.
 */
export const DEVICE_HEADER = 'funil-device';
