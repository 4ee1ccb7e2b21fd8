const VIDEO_ID = /^[\w-]{11}$/;
const IN_ADDRESS =
  /(?<![\w-])(?:youtu\.be\/|(?:\w+\.)?youtube(?:-nocookie)?\.com\/+(?:(?:embed|shorts|live|v|video|watch)\/|\S*?[?&;]v=))([\w-]{11})(?![\w-])/i;

/**
 * Returns the 11 characters of a YouTube id from the id, a video's address, or a text with the address, such as the
 * code to embed it; null if there is no video.
 */
export function readVideoId(typed: string): string | null {
  const text = typed.trim();
  return VIDEO_ID.test(text) ? text : (IN_ADDRESS.exec(text)?.[1] ?? null);
}
