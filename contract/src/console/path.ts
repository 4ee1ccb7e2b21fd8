/** Prefix of the data routes. */
export const CONSOLE_PATH = '/console/v1';
