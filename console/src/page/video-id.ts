const YOUTUBE_HOSTS = /^(?:www\.|m\.|music\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/;
const VIDEO_ID = /^[\w-]{11}$/;

/**
 * Returns the 11 characters of a YouTube id from the id, a video's address, or a text with the address, such as the
 * code to embed it; null if there is no video.
 */
export function readVideoId(typed: string): string | null {
  const text = /https?:\/\/[^\s"'<>]+/i.exec(typed)?.[0] ?? typed.trim();
  if (VIDEO_ID.test(text)) return text;
  const address = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (address === null || !YOUTUBE_HOSTS.test(address.hostname)) return null;
  const inPath = /^\/(?:(?:embed|shorts|live|v)\/)?([\w-]{11})\/?$/.exec(address.pathname)?.[1];
  const id = address.searchParams.get('v') ?? inPath ?? '';
  return VIDEO_ID.test(id) ? id : null;
}
