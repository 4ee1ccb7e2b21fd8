/** Primary result codes. Source: https://www.sqlite.org/rescode.html */
export const SQLITE_RESULTS = {
  permission: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/** Returns the primary code, which is the lowest byte of an extended one; 0 for an error that is not SQLite's. */
export const sqliteResultOf = (error: unknown): number => Number(Object(error).errcode) & 0xff;
