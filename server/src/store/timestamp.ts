/** Returns a time in ms since 1970 as the tables store it: ISO, UTC. */
export const toTimestamp = (ms: number): string => new Date(ms).toISOString();
