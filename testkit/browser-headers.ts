/** The headers of a phone's browser. The server takes a request without these headers for a robot's. */
export const BROWSER_HEADERS = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'accept-language': 'pt-BR,pt;q=0.9',
} as const;
