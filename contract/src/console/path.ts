/** Where the console's data lies. */
export const CONSOLE_PATH = '/console/v1';
