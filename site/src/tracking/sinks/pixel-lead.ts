declare global {
  interface Window {
    /** The advertising pixel, where one is configured. */
    fbq?: (command: 'track', event: string, data: object, options: { eventID: string }) => void;
  }
}

/**
 * Tells the advertising pixel of an application that is stored.
 * @param applicationId lets a copy sent by a server be told to be the same
 */
export function recordPixelLead(applicationId: string): void {
  window.fbq?.('track', 'Lead', {}, { eventID: applicationId });
}
