/**
 * Request header of the sign-in by which a device is recognized: 20 to 64 letters, digits, `_` or `-`, made up by the
 * client at random and kept. It proves nothing; it only gives a known device attempts of its own.
 */
export const DEVICE_HEADER = 'funil-device';
